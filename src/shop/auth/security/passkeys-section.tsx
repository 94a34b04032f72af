import { type FormEvent, useState } from 'react'
import { identityCall } from '#shop/auth/auth-client.ts'
import { addPasskey } from '#shop/auth/second-factor/passkey-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SecurityState } from './security-client.ts'
import { useSecurityChange } from './use-security-change.ts'

type Passkey = SecurityState['passkeys'][number]

/** Passkeys: add one under a name, remove one. */
export function PasskeysSection(props: { passkeys: Passkey[]; hasPassword: boolean }) {
  const { change, isBusy, error } = useSecurityChange()
  const [removed, setRemoved] = useState<Passkey>()
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, password } = Object.fromEntries(new FormData(form))
    const done = await change(() => addPasskey(String(name), String(password ?? '')))
    if (done) form.reset()
  }
  return (
    <section className="security-section" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>A passkey logs you in with your fingerprint, face or PIN instead of a password.</p>
      <ul className="security-list">
        {props.passkeys.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <strong>{passkey.name ?? 'Passkey'}</strong>, added{' '}
              <DateTime iso={passkey.createdAt} />
            </span>
            <Button
              variant="quiet"
              aria-label={`Remove ${passkey.name ?? 'Passkey'}`}
              onClick={() => setRemoved(passkey)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Form onSubmit={add} error={removed ? undefined : error} busy={isBusy} button="Add a passkey">
        <TextField
          label="Name of the passkey"
          name="name"
          maxLength={60}
          hint="Such as: My phone"
        />
        {props.hasPassword && (
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Form>
      {removed && (
        <RemoveDialog
          passkey={removed}
          hasPassword={props.hasPassword}
          busy={isBusy}
          error={error}
          onCancel={() => setRemoved(undefined)}
          onConfirm={async (password) => {
            const body = { id: removed.id, password }
            const call = () => identityCall('POST', 'passkey/delete-passkey', body)
            if (await change(call)) setRemoved(undefined)
          }}
        />
      )}
    </section>
  )
}

function RemoveDialog(props: {
  passkey: Passkey
  hasPassword: boolean
  busy: boolean
  error: string
  onCancel: () => void
  onConfirm: (password: string) => void
}) {
  const [password, setPassword] = useState('')
  return (
    <ConfirmDialog
      title={`Remove ${props.passkey.name ?? 'this passkey'}?`}
      action="Remove"
      busy={props.busy}
      onConfirm={() => props.onConfirm(password)}
      onCancel={props.onCancel}
    >
      <p>It logs nobody in any more.</p>
      {props.hasPassword && (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <p className="form-error" role="alert">
        {props.error}
      </p>
    </ConfirmDialog>
  )
}
