import { getAccessToken, overNetwork, signIn } from '../src/server/testing/api-driver.ts'

/** Signs in as the admin of `adminSettings`, and returns an access token. */
export async function signInAsAdmin({ url }: { url: string }): Promise<string> {
  const send = overNetwork(url)
  const cookie = await signIn(send, adminLogin)
  return getAccessToken(send, adminLogin.email, cookie)
}

const adminLogin = { email: 'owner@shop.example', password: 'a long bench password' }

/** The settings of a shop that has this admin. */
export const adminSettings = {
  ADMIN_EMAIL: adminLogin.email,
  ADMIN_PASSWORD: adminLogin.password,
}
