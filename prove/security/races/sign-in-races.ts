import { cookiesOf, credentialsOf, tokenOf } from '#prove/security/client.ts'
import { emailOf, PASSWORD } from '#prove/security/passwords.ts'
import { userId } from '#prove/seed.ts'
import { authenticatorCode } from '#server/testing/api-driver.ts'
import {
  asAdmin,
  callUntilAfter,
  failuresIn,
  linksTo,
  mailsTo,
  type Race,
  signIn,
  statusesOf,
} from './race.ts'

/** Of registrations of one e-mail at the same moment, in any case of letters, one gets the account. */
export const registerTogether: Race = async ({ call, nextUser }) => {
  const email = `together-${nextUser()}@proof.example`
  const spellings = [email, email.toUpperCase(), ` ${email}`, email, email]
  const answers = await Promise.all(
    spellings.map((email) =>
      call('POST', '/auth/sign-up/email', {
        body: { name: 'Jane Buyer', email, password: PASSWORD },
      }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200)
  const { json } = await call('GET', `/users?search=${email}&size=10`, await asAdmin())
  return [
    ...failuresIn(answers),
    ...(won.length === 1
      ? []
      : [`${won.length} registrations of ${email}: ${statusesOf(answers)}`]),
    ...(json.length === 1 ? [] : [`${json.length} accounts of ${email}`]),
  ]
}

/** Of two reset links, each used twice at the same moment, one use sets the password. */
export const resetTogether: Race = async (round) => {
  const { call, nextUser } = round
  const number = nextUser()
  const email = emailOf(number)
  const old = await signIn(round, number)
  for (let times = 0; times < 2; times++) {
    await call('POST', '/auth/request-password-reset', { body: { email } })
  }
  const links = await linksTo(round, email, /(?<=reset-password\?token=)\w+/, 2)
  const passwords = [...links, ...links].map((_, index) => `new password ${index}`)
  const answers = await Promise.all(
    [...links, ...links].map((token, index) =>
      call('POST', '/auth/reset-password', { body: { token, newPassword: passwords[index] } }),
    ),
  )
  const opens: string[] = []
  for (const password of [PASSWORD, ...passwords]) {
    const { status } = await call('POST', '/auth/sign-in/email', { body: { email, password } })
    if (status === 200) opens.push(password)
  }
  const won = passwords.filter((_, index) => answers[index]?.status === 200)
  const session = await call('GET', '/auth/get-session', { cookie: old })
  return [
    ...failuresIn(answers),
    ...(won.length === 1 ? [] : [`${won.length} resets succeeded: ${statusesOf(answers)}`]),
    ...(`${opens}` === `${won}` ? [] : [`“${opens}” open the account, not “${won}”`]),
    ...(session.json === null ? [] : ['a session outlived the reset']),
  ]
}

/** During an e-mail change, no session of the old e-mail survives or starts. */
export const changeEmailAgainstSignIn: Race = async (round) => {
  const { call, nextUser } = round
  const number = nextUser()
  const old = emailOf(number)
  const newEmail = `changed-${number}@proof.example`
  const cookie = await signIn(round, number)
  const body = { newEmail, password: PASSWORD }
  await call('POST', '/auth/change-email', { body, cookie })
  const [first = ''] = await linksTo(round, old, /(?<=\/verify-email)\?\S*token=\S+/)
  await call('GET', `/auth/verify-email${first}`, { cookie })
  const [second = ''] = await linksTo(round, newEmail, /(?<=\/verify-email)\?\S*token=\S+/)
  const signInWith = (email: string) =>
    call('POST', '/auth/sign-in/email', { body: { email, password: PASSWORD } })
  const [changed, ...answers] = await Promise.all([
    call('GET', `/auth/verify-email${second}`, { cookie }),
    ...Array.from({ length: 6 }, () => signInWith(old)),
  ])
  const sessions = answers.filter(({ status }) => status === 200)
  const alive = await Promise.all(
    sessions.map(({ headers }) => {
      return call('GET', '/auth/get-session', { cookie: cookiesOf(headers) })
    }),
  )
  const ofOld = alive.filter(({ json }) => json !== null && json.user.email !== newEmail)
  const [byOld, byNew] = [await signInWith(old), await signInWith(newEmail)]
  return [
    ...failuresIn([changed, ...answers]),
    ...(changed.status === 200 ? [] : [`changing returned ${changed.status} ${changed.text}`]),
    ...(ofOld.length === 0 ? [] : [`${ofOld.length} sessions still have the old e-mail`]),
    ...(byOld.status === 401 ? [] : [`the old e-mail signs in: ${byOld.status}`]),
    ...(byNew.status === 200 ? [] : [`the new e-mail does not sign in: ${byNew.status}`]),
  ]
}

/** Of one recovery code used by several sign-ins at the same moment, one gets in. */
export const recoveryCodeTwice: Race = async (round) => {
  const { call, nextUser } = round
  const number = nextUser()
  const cookie = await signIn(round, number)
  const { json } = await call('POST', '/auth/two-factor/enable', {
    body: { password: PASSWORD },
    cookie,
  })
  const code = await authenticatorCode(json.totpURI)
  await call('POST', '/auth/two-factor/verify-totp', { body: { code }, cookie })
  const halves = await Promise.all(Array.from({ length: 4 }, () => signIn(round, number)))
  const answers = await Promise.all(
    halves.map((cookie) =>
      call('POST', '/auth/two-factor/verify-backup-code', {
        body: { code: json.backupCodes[0] },
        cookie,
      }),
    ),
  )
  const won = answers.filter(({ status }) => status === 200)
  return [
    ...failuresIn(answers),
    ...(won.length === 1 ? [] : [`${won.length} of ${statusesOf(answers)} got in`]),
  ]
}

/** A verification link opened several times at once verifies the e-mail, with one welcome at most. */
export const verifyTwice: Race = async (round) => {
  const { call, nextUser } = round
  const email = `verify-${nextUser()}@proof.example`
  const signedUp = await call('POST', '/auth/sign-up/email', {
    body: { name: 'Jane Buyer', email, password: PASSWORD },
  })
  const cookie = cookiesOf(signedUp.headers)
  const [link = ''] = await linksTo(round, email, /(?<=\/verify-email)\?\S*token=\S+/)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => call('GET', `/auth/verify-email${link}`, { cookie })),
  )
  const { json } = await call('GET', '/auth/get-session', { cookie })
  const subjects = (await mailsTo(round, email)).map(({ subject }) => subject)
  return [
    ...failuresIn(answers),
    ...(json?.user.emailVerified ? [] : [`not verified after ${statusesOf(answers)}`]),
    ...(new Set(subjects).size === subjects.length ? [] : [`mails twice: ${subjects}`]),
  ]
}

/** Once signing out is answered, the session's token opens nothing. */
export const signOutAgainstToken: Race = async (round) => {
  const { call, nextUser } = round
  const number = nextUser()
  const own = await credentialsOf(number)
  const use = () => call('GET', '/orders/summary', { token: own.token })
  const first = await use()
  const signedOut = call('POST', '/auth/sign-out', { body: {}, cookie: own.cookie })
  const { before, after } = await callUntilAfter(signedOut, use)
  const late = after.filter(({ status }) => status !== 401)
  return [
    ...failuresIn([...before, ...after]),
    ...(first.status === 200 ? [] : [`the token returned ${first.status} before`]),
    ...(late.length === 0 ? [] : [`a token works after the sign-out: ${statusesOf(after)}`]),
  ]
}

/** Once a demotion is answered, the former admin's writes are refused. */
export const demoteAgainstWrite: Race = async ({ call, nextUser }) => {
  const number = nextUser()
  const admin = await asAdmin()
  const email = emailOf(number)
  await call('PUT', `/users/admin/${email}`, admin)
  const token = await tokenOf(number)
  const write = () =>
    call('POST', '/synonyms', { token, body: { terms: [`a${number}`, `b${number}`] } })
  const first = await write()
  const demoted = call('DELETE', `/users/admin/${email}`, admin)
  const { before, after } = await callUntilAfter(demoted, write)
  const late = after.filter(({ status }) => status !== 403 && status !== 401)
  const { json } = await call('GET', `/users/${email}`, admin)
  return [
    ...failuresIn([...before, ...after]),
    ...(first.status === 200 ? [] : [`an admin’s write returned ${first.status} before`]),
    ...(late.length === 0 ? [] : [`a demoted admin writes: ${statusesOf(after)}`]),
    ...(json?.role === 'admin' ? [`user ${userId(number)} is still an admin`] : []),
  ]
}
