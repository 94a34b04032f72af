import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(() => import('./dev.ts'))
