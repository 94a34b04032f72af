// What package.json's commands run. Only what Node 6 can read: an old Node must be able to say what is missing.
const OLDEST = 18

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  const wanted = `Forgewell needs Node ${OLDEST} or newer, and this is ${process.version}`
  console.error(`${wanted}: get a newer one from https://nodejs.org.`)
  process.exit(1)
}
require('./run-command.cjs')
