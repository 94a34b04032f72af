/** A request whose JSON was parsed already: whoever it is handed to gets the same object. */
export class ParsedRequest extends Request {
  readonly #source: Request
  readonly #text: string
  readonly #body: unknown

  private constructor(source: Request, text: string, body: unknown) {
    super(source.url, { method: source.method, headers: source.headers, body: text })
    this.#source = source
    this.#text = text
    this.#body = body
  }

  /** Reads the request and its JSON. Throws a SyntaxError when it is none. */
  static async from(source: Request): Promise<ParsedRequest> {
    const text = await source.text()
    return new ParsedRequest(source, text, JSON.parse(text))
  }

  override async json(): Promise<unknown> {
    return this.#body
  }

  override clone(): ParsedRequest {
    return new ParsedRequest(this.#source, this.#text, this.#body)
  }
}
