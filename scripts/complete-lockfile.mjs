// When the registry lacks a platform's package, npm omits it from package-lock.json, and `npm ci` then
// rejects the file. This script adds the missing entries.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/
const PROCESSORS = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))

for (const [parent, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies ?? {})) {
    if ([name, `${parent}/node_modules/${name}`].some((path) => isLocked(path))) continue
    lock.packages[`node_modules/${name}`] = { version, ...platform(name), dev, optional: true }
    console.log(`added ${name} ${version}`)
  }
}

const byPath = ([a], [b]) => (a < b ? -1 : 1)
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

function isLocked(path) {
  return path in lock.packages || `node_modules/${path}` in lock.packages
}

/** Reads the platform from a package name such as oxide-linux-arm64-musl. */
function platform(name) {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.test(word))
  const cpu = words.filter((word) => PROCESSORS.test(word))
  const libc = words.filter((word) => word === 'musl')
  const known = Object.entries({ cpu, libc, os }).filter(([, values]) => values.length > 0)
  return Object.fromEntries(known)
}
