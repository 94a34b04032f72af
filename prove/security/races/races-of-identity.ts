import { audit } from '#prove/audit.ts'
import type { Scenario } from '#prove/scenario.ts'
import { givePasswords } from '#prove/security/passwords.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { deleteAgainstOrder, unshareAgainstRead } from './order-races.ts'
import { createRound, type Race } from './race.ts'
import {
  changeEmailAgainstSignIn,
  demoteAgainstWrite,
  recoveryCodeTwice,
  registerTogether,
  resetTogether,
  signOutAgainstToken,
  verifyTwice,
} from './sign-in-races.ts'

const RACES: Record<string, Race> = {
  'registrations of one e-mail': registerTogether,
  'password resets': resetTogether,
  'e-mail change against sign-in': changeEmailAgainstSignIn,
  'recovery code': recoveryCodeTwice,
  'verification link': verifyTwice,
  'sign-out against token': signOutAgainstToken,
  'demotion against write': demoteAgainstWrite,
  'deletion against order': deleteAgainstOrder,
  'shared link taken back against read': unshareAgainstRead,
}

const ROUNDS = 20
const SHORT_ROUNDS = 1
const FIRST_USER = 10

/** Concurrent actions on one account: each race ends in one of the allowed outcomes. */
export const racesOfIdentity: Scenario = {
  name: 'races of identity',
  run: async ({ environments, isShort }) => {
    const environment = await environments.open()
    await environment.query(givePasswords)
    const rounds = isShort ? SHORT_ROUNDS : ROUNDS
    const race = async (shop: ProofShop) => {
      const deviations: string[] = []
      let user = FIRST_USER
      const round = createRound(shop, () => {
        user += 1
        return user
      })
      const repeat = async ([name, run]: [string, Race]) => {
        for (let number = 1; number <= rounds; number++) {
          const faults = await run(round).catch((error) => [`aborted: ${error.message}`])
          deviations.push(...faults.map((fault) => `${name}, round ${number}: ${fault}`))
        }
      }
      // All kinds at once, because they wait for mails; no two rounds share a user.
      await Promise.all(Object.entries(RACES).map(repeat))
      const unsettled = await waitUntilConsistent(shop, () => true)
      deviations.push(...unsettled, ...(await audit(shop)))
      const counted = `${Object.keys(RACES).length} races of ${rounds} rounds each`
      return { tries: Object.keys(RACES).length * rounds, counted, deviations }
    }
    return withShopIn(environment, race)
  },
}
