import { startTestShop } from '../src/testing/shop-process.ts'

// Below the limits, which answer without hashing: ten failures an account, 100 from one address.
const PEOPLE = 5
const TRIES = 9

/** A refused login must take as long for an unknown e-mail as for a wrong password. */
const shop = await startTestShop()
try {
  const known: number[] = []
  const unknown: number[] = []
  for (let person = 0; person < PEOPLE; person++) {
    const email = `bench-${person}@example.com`
    await post('sign-up/email', { name: 'Bench Buyer', email, password: 'correct horse' }, 200)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // By turns, so that what warms up or slows down does so for both.
      known.push(await refusedLogin(email))
      unknown.push(await refusedLogin(`nobody-${person}@example.com`))
    }
  }
  console.table({
    'a refused login': {
      'wrong password, median ms': median(known),
      'unknown e-mail, median ms': median(unknown),
      ratio: Number((median(unknown) / median(known)).toFixed(2)),
    },
  })
} finally {
  await shop.stop()
}

/** The milliseconds until it is refused. */
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
  if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}`)
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(1))
}
