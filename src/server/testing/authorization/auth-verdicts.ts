// The permissions of the routes under /auth: anyone, or users with a session; an access token is
// not enough.
const table = `
  GET    /auth/get-session                          public
  POST   /auth/sign-up/email                        public
  POST   /auth/sign-in/email                        public
  POST   /auth/sign-in/google                       public
  GET    /auth/callback/google                      public
  POST   /auth/sign-out                             public
  POST   /auth/request-password-reset               public
  POST   /auth/reset-password                       public
  GET    /auth/verify-email                         public
  POST   /auth/send-verification-email              session
  GET    /auth/security                             session
  POST   /auth/change-password                      session
  POST   /auth/change-email                         session
  POST   /auth/two-factor/enable                    session
  POST   /auth/two-factor/disable                   session
  POST   /auth/two-factor/generate-backup-codes     session
  POST   /auth/two-factor/verify-totp               public
  POST   /auth/two-factor/verify-backup-code        public
  POST   /auth/passkey/generate-register-options    session
  POST   /auth/passkey/verify-registration          session
  POST   /auth/passkey/delete-passkey               session
  GET    /auth/passkey/generate-authenticate-options public
  POST   /auth/passkey/verify-authentication        public
`

export type AuthVerdict = { method: string; path: string; access: 'public' | 'session' }

/** The permissions of all routes under /auth. */
export const authVerdicts: AuthVerdict[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', access] = line.trim().split(/\s+/)
    return { method, path, access: access === 'session' ? 'session' : 'public' }
  })
