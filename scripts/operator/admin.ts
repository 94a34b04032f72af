import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { emptyDemoOf } from './empty-demo.ts'
import { runMoveImages } from './move-images.ts'
import { runForOperator } from './operator.ts'

const USAGE = `Usage: npm run admin -- create EMAIL           creates an admin with a generated password
       npm run admin -- promote EMAIL          makes an existing user an admin
       npm run admin -- reset-password EMAIL   sets a generated password and ends all sessions
       npm run admin -- change-auth-secret     allows a new AUTH_SECRET and ends all sessions
       npm run admin -- go-live                deletes a demo's logins, orders and payments
       npm run admin -- empty-demo "SHOP NAME" "YOUR NAME" YOUR_EMAIL
                                               makes a backup, then removes everything of a demo
       npm run admin -- remove-demo            removes the demo's products, posts and reviews
       npm run admin -- paid-back PAYMENT REFERENCE [--refund ID]
                                               records that a failed refund was paid back otherwise
       npm run admin -- move-images --to s3|disk [--remove]
                                               copies images and documents; --remove deletes the originals`

/** Runs one operator command and prints its result. Returns the exit code. */
export async function runAdmin([action, email, ...others]: string[]): Promise<number> {
  if (action === 'move-images') return runMoveImages([email ?? '', ...others])
  if (action === 'empty-demo') {
    return runForOperator((db, settings, url) =>
      emptyDemoOf(db, url, settings, email === undefined ? others : [email, ...others]),
    )
  }
  // With several failed refunds of a payment, the operator must name one.
  const option = others.indexOf('--refund')
  const words = option < 0 ? others : others.slice(0, option)
  const command = operatorCommand.safeParse({
    action,
    email,
    payment: email,
    reference: words.join(' '),
    refund: option < 0 ? undefined : (others[option + 1] ?? ''),
  })
  if (!command.success) {
    console.error(USAGE)
    return 1
  }
  return runForOperator((db) => runOperatorCommand(db, command.data))
}
