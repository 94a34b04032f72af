import { readOptions } from '#prove/options.ts'
import { ensureBuilt } from './build.ts'

/** The suite of `npm run prove`, and those of `npm run prove faults` and the others, which name one. */
const SUITES = {
  prove: async () => (await import('#prove/main.ts')).prove,
  faults: async () => (await import('#prove/faults/main.ts')).proveFaults,
  security: async () => (await import('#prove/security/main.ts')).proveSecurity,
  topology: async () => (await import('#prove/topology/main.ts')).proveTopology,
  upgrade: async () => (await import('#prove/main.ts')).proveUpgrade,
}

/** Runs a suite of proofs on the built shop, and ends the process. */
export async function runProof(args: string[]): Promise<never> {
  const [name = ''] = args
  const suite = Object.hasOwn(SUITES, name) ? (name as keyof typeof SUITES) : undefined
  const options = readOptions(suite ? args.slice(1) : args, suite ? `prove ${suite}` : 'prove')
  if (!options) process.exit(1)
  ensureBuilt()
  const prove = await SUITES[suite ?? 'prove']()
  // The buyers of an aborted scenario would continue.
  process.exit(await prove(options))
}

/** Keeps a shop of this version, with `npm run prove keep-release VERSION`. */
export async function runKeepRelease(args: string[]): Promise<number> {
  ensureBuilt()
  const { keepRelease } = await import('#prove/upgrade/keep-release.ts')
  return keepRelease(args)
}
