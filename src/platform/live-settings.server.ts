/** What a live shop can't do without, beside what a demo needs. */
const needed = [
  ...['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ...['SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL', 'AUTH_SECRET', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ...['TRUSTED_PROXY', 'PASSWORD_POLICY'],
]

/** What to give where any answer is right, as long as it is given on purpose. */
const choices: Record<string, string> = {
  TRUSTED_PROXY: ': the IP address of the proxy in front of it, or none',
  PASSWORD_POLICY: ': strict, or spec for the six characters of the specification',
}

// A password or a secret that people make up has far less; `openssl rand -hex 16` has some 112.
const RANDOM_BITS = 100
const PLACEHOLDER = /change|secret|password|example|forgewell/i

const rules: { name: string; isFine: (value: string) => boolean; remedy: string }[] = [
  {
    name: 'PUBLIC_URL',
    isFine: (url) => !/^http:/i.test(url),
    remedy: 'must begin with https:// in a live shop: passwords and sessions pass through it',
  },
  {
    name: 'AUTH_SECRET',
    // What is too short is said already.
    isFine: (secret) => secret.length < 32 || looksRandom(secret),
    remedy: 'can be guessed: make one with `openssl rand -hex 32`',
  },
  {
    name: 'ADMIN_PASSWORD',
    isFine: (password) => password.length < 6 || password.length >= 12,
    remedy: 'must have at least 12 characters in a live shop',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    isFine: (secret) => /^whsec_[\w+/=-]{24,}$/.test(secret) && bitsOf(secret.slice(6)) > 60,
    remedy: 'is none of Stripe’s: it begins with whsec_ and stands beside the webhook’s address',
  },
]

/** Everything about these settings that a live shop does not start with, each with its remedy. */
export function liveFaults(settings: Record<string, string | undefined>): string[] {
  const missing = needed
    .filter((name) => !settings[name])
    .map(
      (name) => `${name} is missing: a live shop (SHOP_MODE=live) needs it${choices[name] ?? ''}`,
    )
  const weak = rules.flatMap(({ name, isFine, remedy }) => {
    const value = settings[name]
    return value && !isFine(value) ? [`${name} ${remedy}`] : []
  })
  return [...missing, ...weak]
}

function looksRandom(secret: string): boolean {
  return bitsOf(secret) >= RANDOM_BITS && !PLACEHOLDER.test(secret)
}

/** How many bits a text would hold if each character were drawn as often as it occurs in it. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, count) => sum - count * Math.log2(count / text.length),
    0,
  )
}
