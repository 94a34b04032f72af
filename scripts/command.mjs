// Runs a command of package.json without npm, as supervisors need it: `node scripts/command.mjs start`.
import { ensureBenchInstalled, ensureInstalled } from './npm/install.mjs'
import { runUnderOwnNode } from './npm/own-node.mjs'

/** The file and function of each command, and whether it needs the packages of the tests. */
const COMMANDS = {
  start: ['./start.ts', 'startShop'],
  dev: ['./dev.ts', 'startDevelopment'],
  test: ['./gate/gate.ts', 'runGate', { dev: true }],
  'test:all': ['./gate/gate.ts', 'runAllTests', { dev: true }],
  firefox: ['./gate/test-in-firefox.ts', 'runInFirefox', { dev: true }],
  bench: ['./bench.ts', 'runBench', { dev: true }],
  prove: ['./prove.ts', 'runProof', { dev: true }],
  'keep-release': ['./prove.ts', 'runKeepRelease', { dev: true }],
  rebuild: ['./release/rebuild-from-nothing.ts', 'rebuildFromNothing', { dev: true }],
  sbom: ['./release/sbom.ts', 'runSbom'],
  admin: ['./operator/admin.ts', 'runAdmin'],
  backup: ['./operator/backup.ts', 'runBackup'],
  restore: ['./operator/backup.ts', 'runRestore'],
  doctor: ['./operator/doctor.ts', 'runDoctor'],
  seed: ['./operator/seed.ts', 'runSeed'],
  import: ['./operator/import.ts', 'runImport'],
}

/** Commands that `npm run prove` runs by their name; the others are suites of its own. */
const PROOFS = ['firefox', 'keep-release', 'rebuild', 'sbom']

const [command, ...words] = process.argv.slice(2)
const isProof = command === 'prove' && PROOFS.includes(words[0])
const [name, ...options] = isProof ? words : [command, ...words]
if (name === 'setup') {
  // The shop's packages, with `dev` also those of the tests, with `bench` only those of the bench.
  if (options[0] === 'bench') ensureBenchInstalled()
  else ensureInstalled({ dev: options[0] === 'dev' })
} else {
  const [file, main, packages] = COMMANDS[name]
  await runUnderOwnNode(async () => {
    await import('./raw-imports.ts')
    const module = await import(file)
    process.exitCode = await module[main](options)
  }, packages)
}
