import { startTestShop } from '#testing/shop-process.ts'

const TRIES = 9

/** A refused login must take as long for an unknown e-mail as for a wrong password. */
const shop = await startTestShop()
try {
  const known = await median('buyer@forgewell.example')
  const unknown = await median('nobody@forgewell.example')
  console.table({
    'a refused login': {
      'wrong password, median ms': Math.round(known),
      'unknown e-mail, median ms': Math.round(unknown),
      ratio: Number((unknown / known).toFixed(2)),
    },
  })
} finally {
  await shop.stop()
}

/** Fewer tries than the limit of failures, which answers without hashing. */
async function median(email: string): Promise<number> {
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const start = performance.now()
    const answer = await fetch(`${shop.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: shop.url },
      body: JSON.stringify({ email, password: 'not this one' }),
    })
    if (answer.status !== 401) throw new Error(`The login answered ${answer.status}`)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN
}
