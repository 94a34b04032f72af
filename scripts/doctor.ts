import { openStripe } from '#integrations/stripe.server.ts'
import { examine, report } from '#operations/doctor.server.ts'
import { runForOperator } from './operator.ts'

/** Examines the shop that the settings name and prints what it finds; 1 when something is wrong. */
export function runDoctor(): Promise<number> {
  return runForOperator({ action: 'examine' }, async (db, settings) =>
    report(await examine(db, openStripe(settings))),
  )
}
