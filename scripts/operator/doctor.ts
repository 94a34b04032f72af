import { openCardProvider } from '#integrations/card-payments.server.ts'
import { examine, report } from '#operations/doctor.server.ts'
import { runForOperator } from './operator.ts'

/** Checks the shop of the current settings and prints the findings. Returns the exit code. */
export function runDoctor(): Promise<number> {
  return runForOperator(async (db, settings) =>
    report(await examine(db, openCardProvider(settings))),
  )
}
