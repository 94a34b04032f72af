/** What an owner's numbers begin with: up to eight letters and digits, and a hyphen. */
const PREFIX = '[A-Z][A-Z0-9]{0,7}-'

const whole = (form: string) => new RegExp(`^${form}$`, 'i')

/** The form of a prefix, in either case. */
export const NUMBER_PREFIX = whole(PREFIX)
/** The forms of numbers, in either case and with any prefix, because earlier ones stay valid. */
export const ORDER_NUMBER = whole(`${PREFIX}\\d+`)
export const SHIPMENT_NUMBER = whole(`${PREFIX}\\d+-S\\d+`)
export const RETURN_NUMBER = whole(`${PREFIX}\\d+-R\\d+`)
