import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { callApi, credentialsOf, upload } from '#prove/security/client.ts'
import { costlyVisits } from '#prove/security/cost/request-cost.ts'
import { givePasswords, PASSWORD } from '#prove/security/passwords.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { createAnswerCheck } from '#server/testing/documented-answers.ts'
import { image } from '#server/testing/images.ts'
import { type Actor, ADMINS, createActors, EXPENDABLE_EMAILS, WORKERS } from './actors.ts'
import { type Call, createCaller, type FuzzLog } from './caller.ts'
import { type Plan, shortfallsOf } from './coverage.ts'
import { FLOWS } from './flows.ts'
import { generate } from './generate.ts'
import { createHostileValues } from './hostile-values.ts'
import { createKnownValues } from './known-values.ts'
import { type Operation, operationsOf } from './operations.ts'

const CALLS = 50_000
const SHORT_CALLS = 400
/** The full form's share of the proof's time; a busy machine makes fewer calls in it, as its figures say. */
const MAX_MINUTES = 6
const ROAD_SHARE = 0.06

const SETTINGS = {
  OPEN_ORDERS: '1000 orders, $1000000000, 100%',
}

/**
 * Calls the routes of the API document with valid, odd and hostile values. Every answer is one that the
 * document describes, none is a 500 or slow, and afterwards stock and money are exact.
 */
export const contractFuzz: Scenario = {
  name: 'contract fuzz',
  run: async ({ environments, random, isShort }) => {
    const environment = await environments.open()
    await environment.query(prepareUsers)
    const fuzzOne = async (shop: ProofShop) => {
      const log: FuzzLog = {
        calls: 0,
        statuses: new Map(),
        operations: new Set(),
        milliseconds: [],
        visits: [],
        deviations: [],
      }
      const calls = isShort ? SHORT_CALLS : CALLS
      const plan = { calls, isShort, ...(await fuzz(shop, random, calls, log)) }
      const unsettled = await waitUntilConsistent(shop, () => true)
      const costly = await costlyVisits(shop, log.visits)
      const violations = await audit(shop)
      return {
        tries: log.calls,
        counted: summaryOf(log, plan),
        deviations: [...log.deviations, ...shortfallsOf(log, plan), ...costly, ...unsettled, ...violations],
      }
    }
    return withShopIn(environment, fuzzOne, { settings: SETTINGS })
  },
}

/** Gives all users a password and some of them the admin role. */
async function prepareUsers(pool: pg.Pool): Promise<void> {
  await givePasswords(pool)
  await pool.query(`update account set role = 'admin' where id = any($1::uuid[])`, [ADMINS])
}

async function fuzz(
  shop: ProofShop,
  random: Random,
  calls: number,
  log: FuzzLog,
): Promise<Pick<Plan, 'described' | 'endedByTime'>> {
  const { url, output } = shop.running()
  const document = (await callApi(url, 'GET', '/openapi.json')).json
  const check = createAnswerCheck(document)
  const operations = operationsOf(document).filter(
    // It would empty the shop; own-shop.db.test.ts calls it.
    (operation) => nameOf(operation) !== 'POST /own-shop',
  )
  const imagePath = await upload(url, '/images', 'image', await image('png'), await credentialsOf(0))
  const endsAt = performance.now() + MAX_MINUTES * 60_000
  const work = async (worker: number) => {
    const own = random.fork(worker)
    const known = createKnownValues(own)
    for (const product of PRODUCTS) known.add('product', product)
    for (const email of EXPENDABLE_EMAILS) known.add('expendable', email)
    known.add('image', imagePath)
    const call = createCaller({ url, output, check, log, known, random: own })
    const actors = createActors(worker, own)
    const hostile = createHostileValues(own)
    while (log.calls < calls && performance.now() < endsAt) {
      if (own.chance(ROAD_SHARE)) {
        const actor = await actors.buyer()
        const watched = watchSession(actor, call)
        const walk = { shop, actor, actors, call: watched.call, random: own, known }
        await own.pick(FLOWS)({ ...walk, password: PASSWORD })
        if (watched.isSignedOut()) await actors.comeBack(actor, call)
        continue
      }
      const operation = pickWeighted(operations, own)
      const actor = await actors.pick(operation.access)
      const source = {
        random: own,
        known,
        hostile,
        email: actor.email,
        password: PASSWORD,
        document,
      }
      const { path, ...sent } = generate(operation, source)
      const received = await call(actor, operation.method, path, sent)
      log.operations.add(nameOf(operation))
      // Setting up a second factor again replaces its secret and recovery codes.
      if (received?.json?.backupCodes) actors.remember(actor, received.json)
      const isSignedOut = received?.status === 401 && operation.access !== 'public'
      if (isSignedOut && actor.number !== undefined) await actors.comeBack(actor, call)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  return {
    described: operations.map(nameOf),
    endedByTime: log.calls < calls && performance.now() >= endsAt,
  }
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`
}

/** Notes whether one of the actor's calls was refused because it has no session. */
function watchSession(actor: Actor, call: Call) {
  let isSignedOut = false
  const watched: Call = async (caller, ...sent) => {
    const received = await call(caller, ...sent)
    if (received?.status === 401 && caller === actor && actor.number !== undefined) isSignedOut = true
    return received
  }
  return { call: watched, isSignedOut: () => isSignedOut }
}

function pickWeighted(operations: Operation[], random: Random): Operation {
  for (;;) {
    const operation = random.pick(operations)
    if (random.chance(operation.weight / 3)) return operation
  }
}

function summaryOf(
  { calls, statuses, milliseconds, operations }: FuzzLog,
  { calls: planned, described, endedByTime }: Plan,
): string {
  const sorted = milliseconds.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`)
  const times = `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${Math.round(sorted.at(-1) ?? 0)} ms`
  const made = `${calls} of ${planned} calls${endedByTime ? `, as many as fit into ${MAX_MINUTES} minutes` : ''}`
  return `${made}; ${operations.size} of ${described.length} operations; ${counts.join(', ')}; ${times}`
}
