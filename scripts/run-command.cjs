const { join } = require('node:path')

// From here on the process looks as if the command's own file had been started.
const [name] = process.argv.splice(2, 1)
process.argv[1] = join(__dirname, `${name}.mjs`)

void import('./end-with-npm.mjs').then(({ endWithNpm }) => {
  endWithNpm()
  return import(`./${name}.mjs`)
})
