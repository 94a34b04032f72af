import { startTestShop } from '../src/server/testing/shop-process.ts'
import { report } from './report.ts'

// Stays below the rate limits, which respond without hashing: 10 failures per user, 100 per address.
const USERS = 5
const TRIES = 9

/** Compares refused logins: an unknown e-mail address must take as long as a wrong password. */
const shop = await startTestShop()
try {
  const known: number[] = []
  const unknown: number[] = []
  for (let person = 0; person < USERS; person++) {
    const email = `bench-${person}@example.com`
    await post('sign-up/email', { name: 'Bench Buyer', email, password: 'correct horse' }, 200)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // Alternates, so that warm-up and slowdowns affect both.
      known.push(await refusedLogin(email))
      unknown.push(await refusedLogin(`unknown-${person}@example.com`))
    }
  }
  report('Refused logins', {
    'a refused login': {
      'wrong password, median ms': median(known),
      'unknown e-mail, median ms': median(unknown),
      ratio: Number((median(unknown) / median(known)).toFixed(2)),
    },
  })
} finally {
  await shop.stop()
}

/** The duration of a refused login, in milliseconds. */
async function refusedLogin(email: string): Promise<number> {
  const start = performance.now()
  await post('sign-in/email', { email, password: 'not this one' }, 401)
  return performance.now() - start
}

async function post(path: string, body: object, expected: number): Promise<void> {
  const answer = await fetch(`${shop.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url },
    body: JSON.stringify(body),
  })
  if (answer.status !== expected) throw new Error(`${path} responded ${answer.status}`)
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1))
}
