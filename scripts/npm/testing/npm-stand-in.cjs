// Records the Node, folder and arguments that it runs with, and creates the files that npm would.
const { appendFileSync, mkdirSync, rmSync, writeFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const { TEST_ROOT: root, TEST_FAIL_IN, RUN_BY = 'machine' } = process.env
const folder = relative(root, process.cwd()) || '.'
const words = process.argv.slice(2)
appendFileSync(join(root, 'calls'), `${RUN_BY}: ${folder} ${words.join(' ')}\n`)

if (words[0] === 'ci') {
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules/node/bin', { recursive: true })
  // Only install scripts put Node into place.
  if (words.includes('--ignore-scripts=false')) {
    const { version } = require(join(root, 'package-lock.json')).packages['node_modules/node']
    writeFileSync(
      'node_modules/node/bin/node',
      `#!/bin/sh\n[ "$1" = --version ] && echo v${version} && exit\nRUN_BY=brought exec '${process.execPath}' "$@"\n`,
      { mode: 0o755 },
    )
  }
}
if (TEST_FAIL_IN === folder) {
  console.error('no network')
  process.exit(7)
}
