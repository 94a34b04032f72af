import { runUnderOwnNode } from './own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./raw-imports.ts')
  const { runDoctor } = await import('./doctor.ts')
  process.exitCode = await runDoctor()
})
