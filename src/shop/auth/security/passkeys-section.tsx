import { useState } from 'react'
import { z } from 'zod'
import { callAuth } from '#shop/auth/auth-client.ts'
import { addPasskey } from '#shop/auth/second-factor/passkey-client.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import type { SecurityState } from './security-api.server.ts'
import { SecuritySection } from './security-section.tsx'
import { useSecurityForm } from './use-security-form.ts'

type Passkey = SecurityState['passkeys'][number]

/** Lists passkeys; adds a named one, or removes one. */
export function PasskeysSection(props: { passkeys: Passkey[]; hasPassword: boolean }) {
  const { passkeys, hasPassword } = props
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <SecuritySection title="Passkeys">
      <p>A passkey logs you in with your fingerprint, face or PIN instead of a password.</p>
      <ul className="security-list">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="row justify-between py-8 border-top break-anywhere">
            <span>
              <strong>{passkey.name ?? 'Passkey'}</strong>, added <DateTime iso={passkey.createdAt} />
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
      <AddForm hasPassword={hasPassword} />
      {removed && (
        <RemoveDialog passkey={removed} hasPassword={hasPassword} onClosed={() => setRemoved(undefined)} />
      )}
    </SecuritySection>
  )
}

function AddForm({ hasPassword }: { hasPassword: boolean }) {
  const { control, submit, reset } = useSecurityForm({
    rules: z.object({ name: z.string(), password: z.string() }),
    defaultValues: { name: '', password: '' },
    send: ({ name, password }) => addPasskey(name, password),
    onDone: () => {
      reset()
    },
  })
  return (
    <Form control={control} onSubmit={submit} button="Add a passkey">
      <TextField
        control={control}
        name="name"
        label="Passkey name"
        maxLength={60}
        hint="For example: My phone"
      />
      <OwnPasswordField hasPassword={hasPassword} control={control} name="password" />
    </Form>
  )
}

type RemoveDialogProps = { passkey: Passkey; hasPassword: boolean; onClosed: () => void }

function RemoveDialog({ passkey, hasPassword, onClosed }: RemoveDialogProps) {
  const { control, submit, formState } = useSecurityForm({
    rules: z.object({ password: z.string() }),
    defaultValues: { password: '' },
    send: ({ password }) => callAuth('POST', 'passkey/delete-passkey', { id: passkey.id, password }),
    onDone: onClosed,
  })
  return (
    <ConfirmDialog
      title={`Remove ${passkey.name ?? 'this passkey'}?`}
      action="Remove"
      busy={formState.isSubmitting}
      onConfirm={() => void submit()}
      onCancel={onClosed}
    >
      <p>You can no longer log in with it.</p>
      <OwnPasswordField hasPassword={hasPassword} control={control} name="password" />
      <p className="form-error callout" role="alert">
        {formState.errors.root?.message}
      </p>
    </ConfirmDialog>
  )
}
