import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import { NO_IMAGE } from '#shop/catalogue/images/no-image.ts'
import ImagesPage from './images-page.tsx'
import { hashOf } from './matched-files.ts'
import { storeFilesOf } from './store-files.ts'

vi.mock('./store-files.ts', () => ({ storeFilesOf: vi.fn() }))

/** The bodies of requests that changed something. */
let changes: object[]

/** A product whose SKU is its code, with the files that it has. */
const productOf = (code: string, files: string[] = []) => {
  return { _id: code, sku: code.toUpperCase(), code, name: `Tool ${code}`, files }
}

/** Opens the page at a shop with these products. */
async function openPage(products: ReturnType<typeof productOf>[]) {
  accessToken.write('token')
  changes = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const { codes, ...others } = JSON.parse(String(init?.body))
    if (!codes) changes.push(others)
    if (!codes) return Response.json({})
    return Response.json(products.filter(({ code }) => codes.includes(code)))
  })
  return renderAt('/dashboard/pictures', <ImagesPage />)
}

const fileOf = (name: string) => new File([name], name, { type: 'image/png' })
const choose = (...names: string[]) => page.getByLabelText('Choose files').upload(names.map(fileOf))
const notice = (text: string) => page.getByRole('alert').filter({ hasText: text })
const rowOf = (file: string) => page.getByRole('row').filter({ hasText: file })
const stateOf = (file: string) => rowOf(file).getByRole('cell').last()

/** The names of the files of each call that stored some. */
const stored = () => vi.mocked(storeFilesOf).mock.calls.map(([, files]) => files.map(({ file }) => file.name))

beforeEach(() => {
  vi.mocked(storeFilesOf).mockReset().mockResolvedValue(new Map())
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

test('products are stored four at a time, and what failed is tried again', async () => {
  const codes = ['fw1', 'fw2', 'fw3', 'fw4', 'fw5', 'fw6']
  await openPage(codes.map((code) => productOf(code)))
  let atOnce = 0
  const most: number[] = []
  vi.mocked(storeFilesOf).mockImplementation(async (id) => {
    most.push(++atOnce)
    await new Promise((done) => setTimeout(done))
    atOnce -= 1
    if (id === 'fw2' && most.length < 7) throw new Error('lost')
    return new Map()
  })
  await choose(...codes.map((code) => `${code}.png`), 'fw1_2.png')
  await page.getByRole('button', { name: 'Store 7 files' }).click()
  await expect.element(stateOf('fw2.png')).toHaveTextContent('Failed: The shop could not be reached')
  await expect.element(page.getByText('6 of 7 stored')).toBeVisible()
  expect(Math.max(...most)).toBe(4)
  expect(stored()[0]).toEqual(['fw1.png', 'fw1_2.png'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('7 of 7 stored')).toBeVisible()
  expect(stored().slice(6)).toEqual([['fw2.png']])
})

test('each file has its own reason, and what is left out is named', async () => {
  await openPage([productOf('fw1'), productOf('fw2')])
  vi.mocked(storeFilesOf).mockImplementation(
    async (_, files) => new Map(files.slice(1, 2).map((file) => [file, new Error('The image is damaged')])),
  )
  await choose('fw1.png', 'fw1_2.png', 'fw1_front.png', 'fw2 Hammer.png', 'fw2.heic', '._fw1.png')
  await expect.element(page.getByText('1 other file left out: ._fw1.png', { exact: true })).toBeVisible()
  await expect
    .element(stateOf('fw2.heic'))
    .toHaveTextContent('Refused: fw2.heic is in the format HEIC: export it as JPEG.')
  for (const [file, as] of [
    ['fw1.png', 'Main image'],
    ['fw1_front.png', 'Further image'],
    ['fw2 Hammer.png', 'Main image'],
  ] as const)
    await expect.element(rowOf(file).getByText(as)).toBeVisible()
  await page.getByRole('button', { name: 'Store 4 files' }).click()
  await expect.element(stateOf('fw1_2.png')).toHaveTextContent('Failed: The shop could not be reached')
  await expect.element(stateOf('fw1.png')).toHaveTextContent('Stored')
  await expect.element(page.getByText('3 of 4 stored')).toBeVisible()
})

test('a paused upload goes on with what is not stored yet', async () => {
  const codes = ['fw1', 'fw2', 'fw3', 'fw4']
  await openPage(codes.map((code) => productOf(code)))
  vi.mocked(storeFilesOf).mockImplementation((id, _, __, signal) =>
    id === 'fw1'
      ? Promise.resolve(new Map())
      : new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
  )
  await choose(...codes.map((code) => `${code}.png`))
  await page.getByRole('button', { name: 'Store 4 files' }).click()
  await expect.element(page.getByText('1 of 4 stored')).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(stateOf('fw2.png')).toHaveTextContent('Ready')
  vi.mocked(storeFilesOf).mockReset().mockResolvedValue(new Map())
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
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  await expect.element(page.getByText('1 of 1 stored')).toBeVisible()
  expect(stored()).toEqual([['fw2.png']])
})

test('leaving asks while files are stored, and ends what is under way', async () => {
  const place = await openPage([productOf('fw1')])
  let signal: AbortSignal | undefined
  vi.mocked(storeFilesOf).mockImplementation((...[, , , given]) => {
    signal = given
    return new Promise(() => {})
  })
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await choose('fw1.png')
  await expect.element(page.getByRole('button', { name: 'Store 1 file' })).toBeVisible()
  expect(isAsked()).toBe(false)
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(isAsked()).toBe(true)
  await page.getByRole('link', { name: 'All products' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await vi.waitFor(() => expect(place.current).toBe('/dashboard/manage-products'))
  await vi.waitFor(() => expect(signal?.aborted).toBe(true))
})

test('while the shop is away an upload waits, and it goes on by itself', async () => {
  await openPage([productOf('fw1')])
  vi.mocked(storeFilesOf).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await choose('fw1.png')
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  await expect.element(page.getByText(/^The shop does not answer/)).toBeVisible()
  await expect.element(page.getByText('1 of 1 stored', { exact: true })).toBeVisible()
  expect(stored()).toEqual([['fw1.png'], ['fw1.png']])
})

test('a file whose name fits nothing goes to the SKU that is typed, and unknown ones are said', async () => {
  await openPage([productOf('fw1')])
  await choose('holiday.png')
  const sku = page.getByLabelText('SKU of holiday.png')
  await sku.fill('FW-2')
  await userEvent.keyboard('{Enter}')
  await expect.element(notice('There is no SKU FW-2.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Store/ })).not.toBeInTheDocument()
  await sku.fill('fw-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(rowOf('holiday.png').getByText('FW1 Tool fw1')).toBeVisible()
  await expect.element(rowOf('holiday.png').getByText('Main image')).toBeVisible()
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  await expect.element(page.getByText('1 of 1 stored')).toBeVisible()
})

test('what replaces a main image says so, and is taken back, unless another one took its place', async () => {
  const before = '/media/0123456789abcdef0123456789abcdef.webp'
  const product = productOf('fw1', [before])
  await openPage([product, productOf('fw2', [`${NO_IMAGE}-ffffff.webp`])])
  await choose('fw1.png', 'fw2.png')
  await expect.element(rowOf('fw1.png').getByText('Main image, replaces')).toBeVisible()
  await expect.element(rowOf('fw1.png').getByAltText('the one of now')).toBeInTheDocument()
  await expect.element(rowOf('fw2.png').getByText('Main image', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Store 2 files' }).click()
  const undo = page.getByRole('button', { name: 'Undo fw1.png' })
  await expect.element(page.getByText('2 of 2 stored')).toBeVisible()
  await undo.click()
  await expect.element(notice('The image was changed in the meantime.')).toBeVisible()
  product.files = [`/media/${await hashOf(fileOf('fw1.png'))}-ffffff.webp`]
  await undo.click()
  await expect.element(stateOf('fw1.png')).toHaveTextContent('Taken back')
  expect(changes).toEqual([{ imgURL: before }])
})
