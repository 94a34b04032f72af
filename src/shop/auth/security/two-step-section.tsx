import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import { identityCall } from '#shop/auth/auth-client.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSecurityChange } from './use-security-change.ts'

type Setup = { totpURI: string; backupCodes: string[] }

const field = (event: FormEvent<HTMLFormElement>, name: string) => {
  event.preventDefault()
  return String(new FormData(event.currentTarget).get(name) ?? '')
}

/** Two-step sign-in with an authenticator app: set it up, get recovery codes, turn it off. */
export function TwoStepSection(props: { isOn: boolean; hasPassword: boolean }) {
  const { change, isBusy, error } = useSecurityChange()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  const begin = async (event: FormEvent<HTMLFormElement>) => {
    const password = field(event, 'password')
    setSetup(await change(() => identityCall<Setup>('POST', 'two-factor/enable', { password })))
  }
  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    const code = field(event, 'code')
    const done = await change(() => identityCall('POST', 'two-factor/verify-totp', { code }))
    if (!done) return
    setCodes(setup?.backupCodes)
    setSetup(undefined)
  }
  const turnOff = async (event: FormEvent<HTMLFormElement>) => {
    const password = field(event, 'password')
    await change(() => identityCall('POST', 'two-factor/disable', { password }))
    setCodes(undefined)
  }
  const password = props.hasPassword && (
    <TextField label="Password" name="password" type="password" autoComplete="current-password" />
  )
  return (
    <section className="security-section" aria-labelledby="two-step">
      <h2 id="two-step">Two-step sign-in</h2>
      {codes && <RecoveryCodes codes={codes} />}
      {props.isOn ? (
        <>
          <p>It is on: after your password we ask for the code of your authenticator app.</p>
          <Form onSubmit={turnOff} error={error} busy={isBusy} button="Turn off">
            {password}
          </Form>
        </>
      ) : setup ? (
        <Form onSubmit={confirm} error={error} busy={isBusy} button="Turn on">
          <AuthenticatorSetup totpURI={setup.totpURI} />
          <TextField
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="The six digits that the app shows now"
          />
        </Form>
      ) : (
        <>
          <p>An authenticator app shows a new code every half minute, which we ask for too.</p>
          <Form onSubmit={begin} error={error} busy={isBusy} button="Set up">
            {password}
          </Form>
        </>
      )}
    </section>
  )
}

function AuthenticatorSetup({ totpURI }: { totpURI: string }) {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(totpURI, { border: 2 }))}`
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <img
        className="security-qr"
        src={picture}
        alt="QR code of the key"
        width="220"
        height="220"
      />
      <p className="security-code">
        Key: <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div role="status">
      <p>
        Keep these recovery codes in a safe place. Each opens your account once when you don’t have
        your app. We show them only now.
      </p>
      <ul className="security-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
