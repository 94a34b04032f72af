import { useState } from 'react'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { callAuth } from '#shop/auth/auth-client.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { OwnPasswordField } from './own-password-field.tsx'
import { SecuritySection } from './security-section.tsx'
import { useSecurityForm } from './use-security-form.ts'

type Setup = { totpURI: string; backupCodes: string[] }

/** Two-step sign-in with an authenticator app: setup, recovery codes, and turning it off. */
export function TwoStepSection(props: { isOn: boolean; hasPassword: boolean }) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  return (
    <SecuritySection title="Two-step sign-in">
      {codes && <RecoveryCodes codes={codes} />}
      {props.isOn ? (
        <>
          <p>Two-step sign-in is on. After your password, you enter a code from your authenticator app.</p>
          <PasswordForm
            key="turn off"
            call="two-factor/disable"
            hasPassword={props.hasPassword}
            button="Turn off"
            onDone={() => setCodes(undefined)}
          />
        </>
      ) : setup ? (
        <ConfirmForm
          setup={setup}
          onDone={() => {
            setCodes(setup.backupCodes)
            setSetup(undefined)
          }}
        />
      ) : (
        <>
          <p>With two-step sign-in, you also enter a code from an authenticator app when you log in.</p>
          <PasswordForm
            key="set up"
            call="two-factor/enable"
            hasPassword={props.hasPassword}
            button="Set up"
            onDone={setSetup}
          />
        </>
      )}
    </SecuritySection>
  )
}

type PasswordFormProps = {
  call: 'two-factor/enable' | 'two-factor/disable'
  hasPassword: boolean
  button: string
  onDone: (answer: Setup) => void
}

function PasswordForm({ call, hasPassword, button, onDone }: PasswordFormProps) {
  const { control, submit } = useSecurityForm({
    rules: z.object({ password: z.string() }),
    defaultValues: { password: '' },
    send: (body) => callAuth<Setup>('POST', call, body),
    onDone,
  })
  return (
    <Form control={control} onSubmit={submit} button={button}>
      <OwnPasswordField hasPassword={hasPassword} control={control} name="password" />
    </Form>
  )
}

function ConfirmForm({ setup, onDone }: { setup: Setup; onDone: () => void }) {
  const { control, submit } = useSecurityForm({
    rules: z.object({ code: z.string() }),
    defaultValues: { code: '' },
    send: (body) => callAuth('POST', 'two-factor/verify-totp', body),
    onDone,
  })
  return (
    <Form control={control} onSubmit={submit} button="Turn on">
      <AuthenticatorSetup totpURI={setup.totpURI} />
      <TextField
        control={control}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="The six digits that the app shows"
      />
    </Form>
  )
}

function AuthenticatorSetup({ totpURI }: { totpURI: string }) {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(totpURI, { border: 2 }))}`
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <img className="security-qr" src={image} alt="QR code of the setup key" width="220" height="220" />
      <p className="break-anywhere">
        Key: <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div role="status">
      <p>
        Keep these recovery codes in a safe place. Each opens your account once when you don’t have your app.
        We show them only now.
      </p>
      <ul className="cards column-9 gap-8 gap-x-12 mt-12 grid" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
