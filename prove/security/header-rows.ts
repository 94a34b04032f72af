export type HeaderRow = {
  /** The class of responses. */
  what: string
  who: 'visitor' | 'buyer' | 'admin' | 'untrusted'
  call: string
  status: number
  policy: string
  /** `document` for documents, `file` for subresources. */
  set: string
  cache: string
}

/**
 * Each class of responses with its exact security headers. `policy` names a Content-Security-Policy
 * below; `document` adds the headers of documents, `file` only those of subresources.
 */
export const HEADER_TABLE = `
  what                  | who      | call                                         | status | policy     | headers  | Cache-Control
  page                  | visitor  | GET /                                        | 200    | page       | document | no-cache
  page                  | visitor  | GET /login                                   | 200    | page       | document | no-cache
  page of a user        | buyer    | GET /dashboard                               | 200    | page       | document | private, no-cache
  payment page          | buyer    | GET /dashboard/orders/payment/{order}        | 200    | payment     | document | private, no-cache
  order list            | visitor  | GET /order-list                              | 200    | payment     | document | no-cache
  page of an admin      | admin    | GET /dashboard/manage-users                  | 200    | page       | document | private, no-cache
  data of a page        | visitor  | GET /purchase.data                           | 200    | deny       | document | no-cache
  data of a user’s page | buyer    | GET /dashboard.data                          | 200    | deny       | document | no-store
  redirect              | visitor  | GET /dashboard                               | 302    | deny       | document | -
  no such page          | visitor  | GET /nowhere                                 | 404    | page       | document | -
  refused method        | visitor  | PUT /                                        | 405    | page       | document | -
  API, public           | visitor  | GET /api/products                            | 200    | deny       | document | no-store
  API, signed in        | buyer    | GET /api/sessions                            | 200    | deny       | document | no-store
  API, admin            | admin    | GET /api/users                               | 200    | deny       | document | no-store
  API, session          | visitor  | GET /api/auth/get-session                    | 200    | deny       | document | no-store
  API, refused          | visitor  | GET /api/sessions                            | 401    | deny       | document | -
  API, invalid          | visitor  | POST /api/contact                            | 415    | deny       | document | -
  API, unknown          | visitor  | GET /api/nothing                             | 404    | deny       | document | -
  API document          | visitor  | GET /api/openapi.json                        | 200    | deny       | document | no-cache
  API documentation     | visitor  | GET /api/docs                                | 200    | docs       | document | no-cache
  export                | buyer    | GET /api/orders/csv                        | 200    | deny       | document | private, no-store
  order document        | buyer    | GET /api/documents/confirmation/{number}     | 200    | deny       | document | private, no-store
  image                 | visitor  | GET {image}                                  | 200    | deny       | document | public, max-age=31536000, immutable
  no such image         | visitor  | GET /media/0123456789abcdef.webp             | 404    | deny       | document | -
  product document      | visitor  | GET {document}                               | 200    | sandbox    | document | public, max-age=31536000, immutable
  script                | visitor  | GET {script}                                 | 200    | -          | file     | public, max-age=31536000, immutable
  style                 | visitor  | GET {style}                                  | 200    | -          | file     | public, max-age=31536000, immutable
  font                  | visitor  | GET {font}                                   | 200    | -          | file     | public, max-age=31536000, immutable
  icon                  | visitor  | GET /favicon.ico                             | 200    | deny       | document | -
  health                | visitor  | GET /healthz                                 | 200    | deny       | document | -
  readiness             | visitor  | GET /readyz                                  | 200    | deny       | document | -
  metrics               | visitor  | GET /metrics                                 | 200    | deny       | document | no-store
  robots                | visitor  | GET /robots.txt                              | 200    | deny       | document | no-cache
  sitemap               | visitor  | GET /sitemap.xml                             | 200    | deny       | document | no-store
  foreign Host header   | untrusted | GET /                                        | 421    | deny       | document | -
  mail simulator        | visitor  | GET /simulators/mail                         | 200    | inbox      | document | no-store
  card simulator        | visitor  | GET /simulators/stripe                       | 200    | cards      | document | no-store
  card simulator’s script | visitor | GET /simulators/stripe/stripe.js            | 200    | deny       | document | no-cache
  Google simulator      | visitor  | GET /simulators/google/authorize             | 400    | google     | document | no-store
`

/** The policies by name. HASHES stands for those of the page's own scripts or styles. */
export const POLICIES: Record<string, (forms: string, origin: string) => string> = {
  '-': () => '',
  deny: () => "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  page: (forms) => pagePolicy(forms, 'start default'),
  payment: (forms) => pagePolicy(forms, 'start default card-provider'),
  docs: () =>
    "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  sandbox: () => "default-src 'none'; sandbox",
  inbox: () => "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  cards: () =>
    "default-src 'none'; style-src HASHES; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  google: (_forms, origin) =>
    `default-src 'none'; style-src HASHES; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
}

/** The policy of a page, whose forms may be sent to `forms`. */
function pagePolicy(forms: string, trustedTypes: string): string {
  return [
    "default-src 'self'",
    "script-src 'self' HASHES",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'none'",
    "media-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    `form-action 'self' ${forms}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')
}

const FILE = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }
const DOCUMENT = {
  ...FILE,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export const SECURITY_HEADERS = [
  'content-security-policy',
  'cache-control',
  'strict-transport-security',
  ...Object.keys(DOCUMENT),
]

export const headerRows: HeaderRow[] = HEADER_TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [what = '', who, call = '', status, policy = '', set = '', cache = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    return { what, who: who as HeaderRow['who'], call, status: Number(status), policy, set, cache }
  })

/** Returns the headers that a row demands; those that must be absent are empty. */
export function headersOf(
  { policy, set, cache }: HeaderRow,
  origin: string,
  forms: string,
): Record<string, string> {
  const none = Object.fromEntries(SECURITY_HEADERS.map((name) => [name, '']))
  return {
    ...none,
    ...(set === 'file' ? FILE : DOCUMENT),
    'content-security-policy': POLICIES[policy]?.(forms, origin) ?? '',
    'cache-control': cache === '-' ? '' : cache,
    'strict-transport-security': origin.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : '',
  }
}
