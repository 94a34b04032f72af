/** Logs in as the admin whose e-mail and password a measured shop was given: an access token. */
export async function signInAsAdmin({ url }: { url: string }): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    ...{ method: 'POST', headers, body: JSON.stringify(adminLogin) },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { email } = adminLogin
  const answer = await fetch(`${url}/api/users/${email}`, {
    ...{ method: 'PUT', headers: { ...headers, Cookie: cookie }, body: JSON.stringify({ email }) },
  })
  return ((await answer.json()) as { token: string }).token
}

export const adminLogin = { email: 'owner@shop.example', password: 'a long bench password' }

/** The settings of a shop that has this admin. */
export const adminSettings = {
  ADMIN_EMAIL: adminLogin.email,
  ADMIN_PASSWORD: adminLogin.password,
}
