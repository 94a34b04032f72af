// Entry point of package.json's commands. Uses only Node 6 syntax, so that an old Node can print the message.
const MIN_VERSION = 18

if (Number.parseInt(process.versions.node, 10) < MIN_VERSION) {
  const problem = `Forgewell needs Node ${MIN_VERSION} or newer, but this is ${process.version}`
  console.error(`${problem}: install a newer version from https://nodejs.org.`)
  process.exit(1)
}
require('./run-command.cjs')
