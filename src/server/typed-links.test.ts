import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '#routes.ts'

const PAGES = routes.flatMap(({ path }) => path?.match(/^[\w-]+/) ?? []).join('|')

// A page's path as a literal of its own or at the end of a template's hole: '/login', `${x}/login`.
const TYPED_IN = new RegExp(`(?<!\\bhref\\(\\s*)(?:['"\`]/(?:${PAGES})(?![\\w-])|\\}/(?:${PAGES})(?![\\w-]))`)
// The home page's, except where Hono mounts something at its root.
const TYPED_IN_HOME = /(?<!\b(?:href|get|route)\(\s*)(['"`])\/\1/

/** Paths that look like pages but belong to other programs. */
const OTHER_PATHS: Record<string, string> = {
  'src/shop/screens/site/search/use-slash-key.ts': 'a key of the keyboard',
  'src/shop/sitemap/sitemap.server.ts': 'the files of the sitemap',
  'src/shop/auth/access/authorized-fetch.ts': 'a character of a token',
  'src/shop/auth/sign-in/device-cookie.server.ts': 'the path of a cookie',
  'src/shop/compared-files/compared-file.tsx': 'a call of the API',
  'src/shop/auth/api/auth.server.ts': 'the paths of better-auth’s own calls',
}

const files = globSync([
  'src/shop/**/*.{ts,tsx}',
  'src/ui/**/*.{ts,tsx}',
  'src/root.tsx',
  'src/server/app.server.ts',
]).filter((file) => !/\.test\.tsx?$|-api\.server\.ts$/.test(file) && !(file in OTHER_PATHS))

function typedInLinks(code: string): string[] {
  const lines = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').split('\n')
  return lines.filter((line) => TYPED_IN.test(line) || TYPED_IN_HOME.test(line))
}

test('every path of a page is made by href(), which knows the routes', () => {
  const found = files.flatMap((file) =>
    typedInLinks(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(found).toEqual([])
})

test.each([
  `<Link to="/login">`,
  `<Link to={\`/blogs/\${post._id}\`}>`,
  `navigate('/dashboard/orders')`,
  `redirect(\`\${publicUrl}/login\`)`,
  `address="/"`,
])('a typed-in path is found: %s', (line) => {
  expect(typedInLinks(line)).toEqual([line])
})

test.each([
  `<Link to={href('/login')}>`,
  `href('/blogs/:id', { id })`,
  `new Hono().get('/', answer)`,
  `'/simulators/mail'`,
  `'/link-preview.jpg'`,
  '// Where `/login` leads.',
])('no page’s path is typed in: %s', (line) => {
  expect(typedInLinks(line)).toEqual([])
})
