import { runUnderOwnNode } from './npm/own-node.mjs'

/** The entry of each suite; `npm run prove:faults` names one, `npm run prove` none. */
const SUITES = {
  prove: ['main.ts', 'prove'],
  faults: ['faults/main.ts', 'proveFaults'],
  security: ['security/main.ts', 'proveSecurity'],
  topology: ['topology/main.ts', 'proveTopology'],
}

await runUnderOwnNode(
  async () => {
    const [first = '', ...others] = process.argv.slice(2)
    const isNamed = Object.hasOwn(SUITES, first)
    const [file, main] = SUITES[isNamed ? first : 'prove']
    const { ensureBuilt } = await import('./build.ts')
    const { readOptions } = await import(new URL('../prove/options.ts', import.meta.url))
    const command = isNamed ? `prove:${first}` : 'prove'
    const options = readOptions(isNamed ? others : process.argv.slice(2), command)
    if (!options) process.exit(1)
    ensureBuilt()
    const suite = await import(new URL(`../prove/${file}`, import.meta.url))
    // The buyers of an aborted scenario would continue.
    process.exit(await suite[main](options))
  },
  { dev: true },
)
