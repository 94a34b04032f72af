import { expect, test } from 'vitest'
import blogPosts from '#db/seed/blog-posts.json' with { type: 'json' }
import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { markAsOwn } from '#operations/installation.server.ts'
import { demoProducts } from '#operations/seed/demo-products.ts'
import { image } from '#server/testing/images.ts'
import { buy } from '#server/testing/orders.ts'
import { addPost } from '#server/testing/posts.ts'
import { addProduct } from '#server/testing/products.ts'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'

const seller = {
  name: 'Forgewell',
  address: '1 Anvil Street',
  taxId: '00-0000000',
  email: contactEmail,
  taxName: 'Sales tax',
  paper: 'auto' as const,
}

async function openBrand(ownName?: string) {
  const shop = await openTestShop(undefined, undefined, { seller: { ...seller, ownName } })
  const owen = await signUpAdmin(shop)
  const stored = await shop.images.store(await image('png'))
  if ('refused' in stored) throw new Error(stored.refused)
  const change = (brand: object) => owen.call('PUT', '/brand', brand)
  const sellers = async () => {
    const rows = await shop.db.selectFrom('seller').select('details').orderBy('since').execute()
    return rows.slice(1).map(({ details }) => details)
  }
  return { shop, owen, logo: stored.url, change, sellers }
}

test('the settings hold until the owner sets another name and e-mail, and again afterwards', async () => {
  const { shop, owen, change, sellers } = await openBrand()
  expect((await owen.call('GET', '/brand')).body).toEqual({
    name: '',
    contactEmail: '',
    logo: '',
    darkLogo: '',
    linkImage: '',
    accent: '',
    darkAccent: '',
    logoHasName: false,
    sellerName: '',
    sellerAddress: '',
    taxId: '',
    bank: '',
    taxName: '',
    taxPercent: '',
    timeZone: '',
    carriers: '',
    lowestPrice: '',
    mailGreeting: '',
    mailClosing: '',
    orderMails: 'daily',
    weeklyMail: true,
    version: 1,
    settings: {
      name: 'Forgewell',
      contactEmail,
      sellerName: '',
      sellerAddress: '1 Anvil Street',
      taxId: '00-0000000',
      taxName: 'Sales tax',
      taxPercent: '0',
      timeZone: 'America/New_York',
      carriers: 'UPS, Own truck',
    },
    demo: { products: 0, posts: 0, reviews: 0 },
  })
  const changed = await change({ name: ' Anvil & Co ', contactEmail: 'Hello@Anvil.example' })
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'Anvil & Co', contactEmail: 'hello@anvil.example', version: 2 },
  })
  expect((await sellers()).at(-1)).toMatchObject({
    name: 'Anvil & Co',
    email: 'hello@anvil.example',
  })
  const { password, cookie } = owen
  const options = { body: { password }, cookie }
  const setup = await callApi(shop.app, 'POST', '/auth/two-factor/enable', options)
  expect(new URL(setup.body.totpURI).searchParams.get('issuer')).toBe('Anvil & Co')
  const message = { name: 'Jane', email: 'jane@buyer.example', message: 'Do you make 3/8?' }
  await callApi(shop.app, 'POST', '/contact', { body: message })
  const [mail] = await shop.readMails()
  expect(mail?.to).toBe('hello@anvil.example')
  expect(mail?.html).toContain('Anvil &amp; Co')
  const manifest = await (await shop.app.request('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Anvil & Co' })
  expect(await (await shop.app.request('/icon.svg')).text()).toContain('>A</text>')

  await change({ name: '', contactEmail: '' })
  expect((await sellers()).at(-1)).toEqual(seller)
  await callApi(shop.app, 'POST', '/contact', { body: message })
  expect((await shop.readMails())[0]?.to).toBe(contactEmail)
})

test('papers of an own shop have no mark of the demo', async () => {
  const { shop, change, sellers } = await openBrand()
  await markAsOwn(shop.db)
  await change({ name: 'Kestrel' })
  expect((await sellers()).at(-1)).toMatchObject({ name: 'Kestrel', hasMark: false })
})

test('a seller’s name of the settings is printed, whatever the shop is called', async () => {
  const { change, sellers } = await openBrand('Forgewell Ltd')
  await change({ name: 'Anvil & Co' })
  expect((await sellers()).at(-1)).toMatchObject({ name: 'Forgewell Ltd' })
})

test('logo and colour are on mails, icons and documents; a document keeps those of its time', async () => {
  const { shop, change, logo } = await openBrand()
  const jane = await signUp(shop)
  const product = await addProduct(shop.db, { quantity: 1000 })
  const before = await buy(jane, product)
  const confirmation = async ({ orderNumber }: { orderNumber: string }) => {
    const answer = await shop.app.request(`/api/documents/confirmation/${orderNumber}`, {
      headers: { Authorization: `Bearer ${jane.token}` },
    })
    return Buffer.from(await answer.arrayBuffer())
  }
  const plain = await confirmation(before)
  expect((await change({ logo, accent: '#1c4a8a' })).status).toBe(200)
  const after = await buy(jane, product)
  const branded = await confirmation(after)
  expect(branded.includes('/DCTDecode')).toBe(true)
  expect(plain.includes('/DCTDecode')).toBe(false)
  expect((await confirmation(before)).equals(plain)).toBe(true)
  await change({ logo: '', accent: '' })
  expect((await confirmation(after)).equals(branded)).toBe(true)

  await change({ logo })
  await callApi(shop.app, 'POST', '/contact', {
    body: { name: 'Jane', email: 'jane@buyer.example', message: 'Do you make 3/8?' },
  })
  const icon = logo.replace('.webp', '-icon.png')
  const mailed = logo.replace('.webp', '-mail.png')
  expect((await shop.readMails())[0]?.html).toContain(mailed)
  const picture = await shop.app.request(mailed)
  // Readers of mails are on other sites.
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const file = await shop.app.request(icon)
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  const manifest = await (await shop.app.request('/manifest.webmanifest')).json()
  expect(manifest.icons).toEqual([{ src: icon, sizes: '512x512', type: 'image/png' }])
})

test('the stylesheet has the colours that its address names, and nothing else', async () => {
  const { app } = await openTestShop()
  const css = await app.request('/brand.css?light=1c4a8a&dark=8ab4f8')
  expect(css.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  expect(await css.text()).toContain('--color-accent: light-dark(#1c4a8a, #8ab4f8)')
  for (const query of ['', '?light=red&dark=8ab4f8', '?light=1c4a8a&dark=8ab4f8;}', '?light=1c4a8a']) {
    expect((await app.request(`/brand.css${query}`)).status, query).toBe(404)
  }
})

test.each([
  [
    { accent: '#ffcc00' },
    'accent',
    'Hard to read in the light theme; the nearest that is allowed is #876c00',
  ],
  [
    { darkAccent: '#1c2a5e' },
    'darkAccent',
    expect.stringMatching(/^Hard to read in the dark theme; the nearest that is allowed is #/),
  ],
  [{ accent: 'red' }, 'accent', 'A colour is # and six digits, such as #b41218'],
  [{ name: 'a'.repeat(61) }, 'name', 'Name has at most 60 characters'],
  [{ contactEmail: 'nobody' }, 'contactEmail', 'Your email is not valid'],
  [{ logo: 'https://evil.example/a.png' }, 'logo', 'Image must be uploaded to this shop'],
  [{ logo: `/media/${'0'.repeat(32)}.webp` }, 'logo', 'Image must be uploaded to this shop'],
])('%j is refused', async (brand, field, message) => {
  const { owen, change } = await openBrand()
  const { status, body } = await change(brand)
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { [field]: message } })
  expect((await owen.call('GET', '/brand')).body.version).toBe(1)
})

test('of editors who save at once, one saves; each change is audited', async () => {
  const { shop, owen, change } = await openBrand()
  const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => change({ name, version: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'brand-changed')
    .execute()
  expect(entries).toEqual([{ actor: owen.email, subject: 'name' }])
})

test('the demo’s products, posts and reviews are removed in one go; the owner’s own stay', async () => {
  const { shop, owen } = await openBrand()
  const { db, app } = shop
  const [one, two, three] = demoProducts
  if (!one || !two || !three) throw new Error('No demo products')
  const jane = await signUp(shop)
  const demo = await addProduct(db, { sku: one.sku, name: one.name, quantity: 1000 })
  await addProduct(db, { sku: two.sku, name: two.name })
  const renamed = await addProduct(db, { sku: three.sku, name: 'My own hammer' })
  const own = await addProduct(db, { name: 'Anvil' })
  const order = await buy(jane, demo)
  await addPost(db, { title: blogPosts[0]?.title ?? '' })
  const ownPost = await addPost(db, { title: 'Ours' })
  const review = { ratings: 5, review: 'Sixty files, sharp and straight.' }
  await db
    .insertInto('review')
    .values({ id: crypto.randomUUID(), name: 'Demo', ...review })
    .execute()
  await jane.call('POST', '/reviews', { name: 'Jane', email: jane.email, ...review })
  const left = { products: 2, posts: 1, reviews: 1 }
  expect((await owen.call('GET', '/brand')).body.demo).toEqual(left)
  expect((await owen.call('DELETE', '/demo')).body).toEqual(left)
  const ids = async (path: string) =>
    (await callApi(app, 'GET', path)).body.map(({ _id }: { _id: string }) => _id)
  expect((await ids('/products')).sort()).toEqual([renamed.id, own.id].sort())
  expect(await ids('/blogs')).toEqual([ownPost])
  expect((await callApi(app, 'GET', '/reviewsCount')).body).toEqual({ count: 1 })
  expect((await jane.call('GET', `/orders/${order.orderId}`)).status).toBe(200)

  const again = await runOperatorCommand(db, operatorCommand.parse({ action: 'remove-demo' }))
  expect(again).toEqual({
    ok: true,
    message: 'Removed from the demo: 0 products, 0 posts and 0 reviews.',
  })
})
