import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { classesInCss, classesInMarkup, selectorsWithoutLayer, tokensRead, tokensSet } from './style-names.ts'

const root = join(import.meta.dirname, '../..')
const read = (pattern: string, isWanted = (_: string) => true) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file) && isWanted(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const isSimulator = (file: string) => file.startsWith(join('src', 'simulators'))
const all = (files: { text: string }[], names: (text: string) => Set<string>) =>
  new Set(files.flatMap(({ text }) => [...names(text)]))

// Set by libraries on their own elements.
const FOREIGN_CLASS = /^(Toastify|(__Private)?StripeElement)/
const FOREIGN_TOKEN = /^--toastify-/

for (const [part, isIncluded] of [
  ['the shop', (file: string) => !isSimulator(file)],
  ['the simulators', isSimulator],
] as const) {
  const sheets = read('src/**/*.css', isIncluded)
  const sources = read('src/**/*.{ts,tsx}', isIncluded)
  // Other sources of the shop render mails, which have inline styles.
  const markup = sources.filter(({ file }) => isSimulator(file) || file.endsWith('.tsx'))

  test(`every class in the markup of ${part} is styled somewhere`, () => {
    const styled = all(sheets, classesInCss)
    const used = [...all(markup, classesInMarkup)]
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !styled.has(name))).toEqual([])
  })

  test(`every class in the style sheets of ${part} is used by some markup`, () => {
    const used = all(sources, classesInMarkup)
    const styled = [...all(sheets, classesInCss)].filter((name) => !FOREIGN_CLASS.test(name))
    expect(styled.filter((name) => !used.has(name))).toEqual([])
  })

  test(`every custom property that ${part} reads is set, and vice versa`, () => {
    const files = [...sheets, ...sources]
    const set = [...all(files, tokensSet)].filter((name) => !FOREIGN_TOKEN.test(name))
    const wanted = all(files, tokensRead)
    expect([...wanted].filter((name) => !set.includes(name))).toEqual([])
    expect(set.filter((name) => !wanted.has(name))).toEqual([])
  })

  test(`every style sheet of ${part} is imported`, () => {
    const everything = [...sheets, ...sources].map(({ text }) => text).join('\n')
    const imported = ({ file }: { file: string }) =>
      new RegExp(`import [^\\n]*[/"']${basename(file)}(\\?\\w+)?["']`).test(everything)
    expect(sheets.filter((sheet) => !imported(sheet)).map(({ file }) => file)).toEqual([])
  })
}

test('every rule of the shop is in a cascade layer, except those for toasts', () => {
  const sheets = read('src/**/*.css', (file) => !isSimulator(file))
  // A sheet of one layer gets it where it is imported; one of several names them itself.
  const imports = sheets.flatMap(({ text }) => [...text.matchAll(/@import "(.+)" layer\(\w+\);/g)])
  const isLayered = (file: string) => imports.some(([, path = '']) => file.endsWith(path.slice(2)))
  const namesLayers = ({ text }: { text: string }) => /^@layer/m.test(text)
  expect(sheets.filter((sheet) => isLayered(sheet.file) && namesLayers(sheet))).toEqual([])
  // The toast library's own sheet is in no layer and loads later.
  const free = sheets
    .filter(({ file }) => !isLayered(file))
    .flatMap(({ file, text }) =>
      selectorsWithoutLayer(text).map((selector) => `${basename(file)}: ${selector}`),
    )
  expect(free).toEqual(['toast-notices.css: .Toastify'])
})

test('the shop has eight type sizes and three weights', () => {
  const sheets = read('src/{ui,web,shop}/**/*.css', (file) => !file.endsWith('tokens.css'))
  const values = (property: string) =>
    new Set(
      sheets.flatMap(({ text }) =>
        [...text.matchAll(new RegExp(`${property}: ([^;]+);`, 'g'))].map(([, value]) => value),
      ),
    )
  const isOwn = (value = '') => !['inherit', '1em', '100 900'].includes(value)
  const sizes = [12, 13, 14, 16, 18, 24, 32, 64].map((size) => `var(--text-${size})`)
  expect([...values('font-size')].filter(isOwn).sort()).toEqual(sizes)
  expect([...values('font-weight')].filter(isOwn).sort()).toEqual(['400', '600', '720'])
})

test('buttons are 32, 36 or 44 pixels high', () => {
  const sheets = read('src/{ui,web,shop}/**/*.css')
  const heights = sheets.flatMap(({ text }) =>
    [...text.matchAll(/--(?:button|bar)-height: ([^;]+);/g)].map(([, height]) => height),
  )
  const own = new Set(heights.filter((height) => !height?.startsWith('var(')))
  expect([...own].sort()).toEqual(['2.25rem', '2.75rem', '2rem'])
})

test('classes are read from attributes, expressions, constants and column descriptions', () => {
  const source = `
    <p className="one two" /> <p className={isOpen === 'no' ? 'three' : \`four \${x} five\`} />
    const look = { loud: 'button button-loud' }; const column = { className: 'six' }
    const text = 'no class here'`
  expect([...classesInMarkup(source)].sort()).toEqual(
    ['one', 'two', 'three', 'four', 'five', 'button', 'button-loud', 'six'].sort(),
  )
})

test('classes of a sheet come from selectors, never from sizes, strings or comments', () => {
  const css = '/* .no */ .a:is(.b-c, p) > .d::before { margin: .5rem; background: url(x.png) "f.g" }'
  expect([...classesInCss(css)]).toEqual(['a', 'b-c', 'd'])
})
