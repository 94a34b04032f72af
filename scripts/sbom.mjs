import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  const { runSbom } = await import('./release/sbom.ts')
  process.exitCode = await runSbom()
})
