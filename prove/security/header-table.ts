import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS, userId } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { pdf } from '#server/testing/documents.ts'
import { image } from '#server/testing/images.ts'
import {
  type Credentials,
  callApi,
  credentialsOf,
  request,
  type Sent,
  sessionCookie,
  upload,
} from './client.ts'
import { type HeaderRow, headerRows, headersOf, SECURITY_HEADERS } from './header-rows.ts'

const ADMIN = 0
const BUYER = 1
const HTTPS = 'https://shop.example'

/** Compares the headers of every class of responses with the table, over http and for a shop behind TLS. */
export const headerTable: Scenario = {
  name: 'header table',
  run: async ({ environments, isShort }) => {
    const deviations: string[] = []
    let tries = 0
    for (const publicUrl of isShort ? [''] : ['', HTTPS]) {
      const environment = await environments.open()
      const settings: Record<string, string> = publicUrl ? { PUBLIC_URL: publicUrl } : {}
      await withShopIn(
        environment,
        async (shop) => {
          const checked = await checkHeaders(shop, publicUrl)
          tries += checked.tries
          deviations.push(...checked.deviations)
        },
        { settings },
      )
    }
    const counted = `${headerRows.length} classes of responses${isShort ? '' : ', over http and behind TLS'}`
    return { tries, counted, deviations }
  },
}

async function checkHeaders(shop: ProofShop, publicUrl: string) {
  const { url } = shop.running()
  const origin = publicUrl || url
  // A demo also trusts its loopback address.
  const forms = `${origin} http://127.0.0.1:${new URL(url).port}`
  const users = await signInTo(publicUrl)
  const values = await prepare(url, origin, users.buyer, users.admin)
  const deviations: string[] = []
  for (const row of headerRows) {
    const [method = '', template = ''] = row.call.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? `no ${name}`)
    const { status, headers } = await request(url, method, path, users[row.who])
    const expected = headersOf(row, origin, forms)
    const wrong = SECURITY_HEADERS.flatMap((name) => {
      const sent = hashless(headers.get(name) ?? '')
      return sent === expected[name] ? [] : [`${name} is “${sent}”, not “${expected[name]}”`]
    })
    if (status !== row.status) wrong.push(`the status is ${status}, not ${row.status}`)
    if (headers.has('x-powered-by') || headers.has('server')) wrong.push('names its software')
    deviations.push(...wrong.map((what) => `${row.what} (${method} ${path}): ${what}`))
  }
  const cookies = await checkCookies(url, origin)
  return { tries: headerRows.length + 1, deviations: [...deviations, ...cookies] }
}

/** Returns the credentials of each kind of caller; behind TLS, cookies have the prefix that binds them to the host. */
async function signInTo(publicUrl: string): Promise<Record<HeaderRow['who'], Sent>> {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  const as = async (number: number) => ({
    ...(await credentialsOf(number)),
    cookie: `${prefix}${sessionCookie(userId(number))}`,
  })
  const untrusted = { headers: { Host: 'evil.example' } }
  return { visitor: {}, untrusted, buyer: await as(BUYER), admin: await as(ADMIN) }
}

/** Creates the objects of the table's calls. */
async function prepare(
  url: string,
  origin: string,
  buyer: Credentials,
  admin: Credentials,
): Promise<Record<string, string>> {
  const headers = { Origin: origin }
  const order = { productId: PRODUCTS[0], quantity: 1, name: 'Jane', address: '1 Anvil Street' }
  const placed = await callApi(url, 'POST', '/perchase', { ...buyer, headers, body: order })
  const imagePath = await upload(url, '/images', 'image', await image('png'), admin)
  const document = await upload(url, '/productDocuments', 'document', await pdf('Safety'), admin)
  const home = await request(url, 'GET', '/')
  const firstOf = (name: RegExp) => home.text.match(name)?.[0] ?? `/nothing like ${name}`
  return {
    order: placed.json._id,
    number: placed.json.orderNumber,
    image: imagePath,
    document,
    style: firstOf(/\/assets\/[\w-]+\.css/),
    script: firstOf(/\/assets\/[\w-]+\.js/),
    font: firstOf(/\/assets\/[\w-]+\.woff2/),
  }
}

/** Registers a user and checks that no cookie of the shop is readable by scripts or sent from other sites. */
async function checkCookies(url: string, origin: string): Promise<string[]> {
  const body = { name: 'Jane Buyer', email: 'cookies@proof.example', password: 'correct horse' }
  const { headers } = await callApi(url, 'POST', '/auth/sign-up/email', {
    body,
    headers: { Origin: origin },
  })
  const cookies = headers.getSetCookie()
  const isHttps = origin.startsWith('https:')
  const weak = cookies.flatMap((cookie) => {
    const attributes = cookie.split('; ')
    // Over http, where it can't have the prefix __Host-, only the calls that read it get it.
    const path = cookie.startsWith('forgewell_device=') ? 'Path=/api/auth' : 'Path=/'
    const needed = ['HttpOnly', 'SameSite=Lax', path, ...(isHttps ? ['Secure'] : [])]
    const missing = needed.filter((attribute) => !attributes.includes(attribute))
    return missing.map((attribute) => `the cookie ${cookie.split('=')[0]} lacks ${attribute}`)
  })
  return cookies.length === 0 ? ['registering sets no cookie'] : weak
}

/** A policy with one word for all its hashes, which differ from page to page. */
function hashless(value: string): string {
  return value.replaceAll(/( 'sha256-[\w+/=]+')+/g, ' HASHES')
}
