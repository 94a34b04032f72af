const texts: Record<string, string> = {
  INVALID_CODE: 'This code is wrong or was already used. Please enter the current one.',
  INVALID_BACKUP_CODE: 'This recovery code is wrong or was already used.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Please log in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please log in again.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please try again in 15 minutes.',
  'too-many': 'Too many attempts. Please try again later.',
  'login-again': 'Please log out and log in again first: your last login was too long ago.',
  'auth/wrong-password': 'Password is not Match',
  'auth/weak-password': 'Something went wrong auth/weak-password',
  'email-not-verified': 'Please confirm your current e-mail first.',
  'auth/network-request-failed': 'The shop did not respond. Please try again.',
}

export function securityText(code: string): string {
  return (Object.hasOwn(texts, code) && texts[code]) || 'Something went wrong'
}
