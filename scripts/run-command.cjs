const { join } = require('node:path')

// Under another Node, the command is started again without this file, which only npm needs.
process.argv[1] = join(__dirname, 'command.mjs')

void import('./npm/end-with-npm.mjs').then(({ endWithNpm }) => {
  endWithNpm()
  return import('./command.mjs')
})
