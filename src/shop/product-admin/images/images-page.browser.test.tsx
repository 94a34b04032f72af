import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import ImagesPage from './images-page.tsx'
import { storeFilesOf } from './store-files.ts'

vi.mock('./store-files.ts', () => ({ storeFilesOf: vi.fn() }))

/** A product whose SKU is its code, with the files that it has. */
const productOf = (code: string, files: string[] = []) => {
  return { _id: code, sku: code.toUpperCase(), code, name: `Tool ${code}`, files }
}

/** Opens the page at a shop with these products. */
async function openPage(products: ReturnType<typeof productOf>[]) {
  accessToken.write('token')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { codes } = JSON.parse(String(init?.body))
    return Response.json(products.filter(({ code }) => codes.includes(code)))
  })
  return renderAt('/dashboard/pictures', <ImagesPage />)
}

const fileOf = (name: string) => new File([name], name, { type: 'image/png' })
const choose = (...names: string[]) => page.getByLabelText('Choose files').upload(names.map(fileOf))
const rowOf = (file: string) => page.getByRole('row').filter({ hasText: file })
const stateOf = (file: string) => rowOf(file).getByRole('cell').last()

/** The names of the files of each call that stored some. */
const stored = () =>
  vi.mocked(storeFilesOf).mock.calls.map(([, files]) => files.map(({ file }) => file.name))

beforeEach(() => {
  vi.mocked(storeFilesOf).mockReset().mockResolvedValue()
})

/** An entry of a dropped folder; a browser gives at most 100 of its entries at a time. */
function folderOf(name: string, entries: object[]) {
  let given = 0
  const readEntries = (done: (some: object[]) => void) => {
    done(entries.slice(given, given + 100))
    given += 100
  }
  return { isFile: false, name, createReader: () => ({ readEntries }) }
}

function entryOf(path: string) {
  const file = fileOf(path.split('/').at(-1) ?? '')
  return { isFile: true, fullPath: `/${path}`, file: (done: (file: File) => void) => done(file) }
}

test('all files of a dropped folder and its folders are matched, and nothing is stored yet', async () => {
  await openPage([productOf('fw1'), productOf('fw2')])
  const images = Array.from({ length: 250 }, (_, at) => entryOf(`tools/FW1_${at + 1}.jpg`))
  const inner = folderOf('fw-2', [entryOf('tools/fw-2/back.png'), entryOf('tools/fw-2/notes.txt')])
  const entry = folderOf('tools', [...images, inner, entryOf('tools/other.jpg')])
  const drop = new Event('drop', { cancelable: true })
  const dataTransfer = { types: ['Files'], items: [{ webkitGetAsEntry: () => entry }] }
  dispatchEvent(Object.assign(drop, { dataTransfer }))
  await expect.element(page.getByText('Ready: 251 · No such SKU: 1')).toBeVisible()
  await expect.element(rowOf('tools/fw-2/back.png').getByText('FW2 Tool fw2')).toBeVisible()
  expect(drop.defaultPrevented).toBe(true)
  expect(stored()).toEqual([])
})

test('products are stored three at a time, and what failed is tried again', async () => {
  const codes = ['fw1', 'fw2', 'fw3', 'fw4', 'fw5']
  await openPage(codes.map((code) => productOf(code)))
  let atOnce = 0
  const most: number[] = []
  vi.mocked(storeFilesOf).mockImplementation(async (id) => {
    most.push(++atOnce)
    await new Promise((done) => setTimeout(done))
    atOnce -= 1
    if (id === 'fw2' && most.length < 6) throw new Error('lost')
  })
  await choose(...codes.map((code) => `${code}.png`), 'fw1_2.png')
  await page.getByRole('button', { name: 'Store 6 files' }).click()
  await expect
    .element(stateOf('fw2.png'))
    .toHaveTextContent('Failed: The shop could not be reached')
  await expect.element(page.getByText('5 of 6 stored')).toBeVisible()
  expect(Math.max(...most)).toBe(3)
  expect(stored()[0]).toEqual(['fw1.png', 'fw1_2.png'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('6 of 6 stored')).toBeVisible()
  expect(stored().slice(5)).toEqual([['fw2.png']])
})

test('a paused upload goes on with what is not stored yet', async () => {
  const codes = ['fw1', 'fw2', 'fw3', 'fw4']
  await openPage(codes.map((code) => productOf(code)))
  vi.mocked(storeFilesOf).mockImplementation((id, _, signal) =>
    id === 'fw1'
      ? Promise.resolve()
      : new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
  )
  await choose(...codes.map((code) => `${code}.png`))
  await page.getByRole('button', { name: 'Store 4 files' }).click()
  await expect.element(page.getByText('1 of 4 stored')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(stateOf('fw2.png')).toHaveTextContent('Ready')
  vi.mocked(storeFilesOf).mockReset().mockResolvedValue()
  await page.getByRole('button', { name: 'Store 3 files' }).click()
  await expect.element(page.getByText('4 of 4 stored')).toBeVisible()
  expect(stored()).toEqual([['fw2.png'], ['fw3.png'], ['fw4.png']])
})

test('what is stored already is skipped when it is chosen again', async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('fw1.png'))
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  const hash = bytes.join('').slice(0, 32)
  await openPage([productOf('fw1', [`/media/${hash}-ffffff.webp`]), productOf('fw2')])
  await choose('fw1.png', 'fw2.png')
  await expect.element(stateOf('fw1.png')).toHaveTextContent('Already there')
  await page.getByRole('button', { name: 'Store 1 files' }).click()
  await expect.element(page.getByText('1 of 1 stored')).toBeVisible()
  expect(stored()).toEqual([['fw2.png']])
})

test('leaving asks while files are stored, and ends what is under way', async () => {
  const place = await openPage([productOf('fw1')])
  let signal: AbortSignal | undefined
  vi.mocked(storeFilesOf).mockImplementation((...[, , given]) => {
    signal = given
    return new Promise(() => {})
  })
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await choose('fw1.png')
  await expect.element(page.getByRole('button', { name: 'Store 1 files' })).toBeVisible()
  expect(isAsked()).toBe(false)
  await page.getByRole('button', { name: 'Store 1 files' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(isAsked()).toBe(true)
  await page.getByRole('link', { name: 'All products' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await vi.waitFor(() => expect(place.current).toBe('/dashboard/manage-products'))
  await vi.waitFor(() => expect(signal?.aborted).toBe(true))
})
