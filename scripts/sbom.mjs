import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  const { runSbom } = await import('./sbom.ts')
  process.exitCode = await runSbom()
})
