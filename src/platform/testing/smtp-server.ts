import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** The mails that the server received, and its behaviour. */
export type TestSmtpServer = {
  url: string
  /** Each mail's recipient and raw text, in order of arrival. */
  received: { to: string; raw: string }[]
  /** The status for recipients: 550 rejects permanently, 450 temporarily, null accepts. */
  refuseWith: number | null
  close: () => Promise<void>
}

/** Starts an SMTP server on loopback without TLS and closes it after the test. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const received: TestSmtpServer['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Clients keep their connections open.
    closeTimeout: 50,
    onRcptTo: (_address, _session, answer) => answer(refusal(test.refuseWith)),
    onData: async (stream, { envelope }, answer) => {
      const to = envelope.rcptTo.map(({ address }) => address).join()
      received.push({ to, raw: await text(stream) })
      answer()
    },
  })
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const bound = typeof address === 'object' ? address?.port : port
  let closed: Promise<void> | undefined
  const test: TestSmtpServer = {
    url: `smtp://127.0.0.1:${bound}`,
    received,
    refuseWith: null,
    close: () => {
      closed ??= new Promise((resolve) => server.close(() => resolve()))
      return closed
    },
  }
  onTestFinished(test.close)
  return test
}

function refusal(code: number | null): Error | null {
  return code === null ? null : Object.assign(new Error('Not here'), { responseCode: code })
}
