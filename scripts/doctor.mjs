import { runUnderOwnNode } from './npm/own-node.mjs'

await runUnderOwnNode(async () => {
  await import('./operator/raw-imports.ts')
  const { runDoctor } = await import('./operator/doctor.ts')
  process.exitCode = await runDoctor()
})
