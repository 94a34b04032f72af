const { join } = require('node:path')

// Make process.argv look as if the command's file had been started directly.
const [name] = process.argv.splice(2, 1)
process.argv[1] = join(__dirname, `${name}.mjs`)

void import('./npm/end-with-npm.mjs').then(({ endWithNpm }) => {
  endWithNpm()
  return import(`./${name}.mjs`)
})
