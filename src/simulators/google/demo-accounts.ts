/** Somebody with an account at the made-up Google. */
export type DemoAccount = {
  /** The subject: it never changes, whatever happens to the address. */
  sub: string
  name: string
  email: string
  isVerified: boolean
  picture?: string
}

export const demoAccounts: DemoAccount[] = [
  {
    sub: '100000000000000000001',
    name: 'Greta Forge',
    email: 'greta@gmail.example',
    isVerified: true,
  },
  {
    sub: '100000000000000000002',
    name: 'Otto Amboss',
    email: 'otto@gmail.example',
    isVerified: true,
  },
]

/** What an account tells about itself, in OpenID Connect's names. */
export function claimsOf(account: DemoAccount) {
  return {
    sub: account.sub,
    email: account.email,
    email_verified: account.isVerified,
    name: account.name,
    ...(account.picture && { picture: account.picture }),
  }
}
