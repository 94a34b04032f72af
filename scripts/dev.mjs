import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(() => import('./dev.ts'))
