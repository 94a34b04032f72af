/** What the shop says of itself on every page. */
export type Site = {
  name: string
  /** The configured public address, without a slash at its end; never taken from a request. */
  publicUrl: string
  /** Whether outside services are made up, which a banner says. */
  isDemo: boolean
  /** Whether one may sign in with Google. */
  offersGoogle: boolean
  /** How long a new password must be; 6 where it is absent. */
  minPasswordLength?: number
  /** Where a demo without a mail server shows the mails it sent. */
  inboxPath?: string
}

/** The whole public address of what is at `path` (from the `/` on); a whole address stays itself. */
export function publicAddress(site: Site, path: string): string {
  return new URL(path, site.publicUrl).href
}
