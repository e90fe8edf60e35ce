/** The text of an answer, with its status. */
export type TextResponse = { ok: boolean; status: number; text: string }

const OK = 200
const NO_LONGER_OK = 300

/**
 * Sends a form like `fetch` and reports the progress of the upload, which `fetch` can't. Throws
 * when the connection breaks or the signal aborts.
 */
export function upload(
  url: string,
  init: RequestInit,
  onSent: (share: number) => void = () => {},
): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of Object.entries(init.headers ?? {}))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onSent(loaded / total)
    }
    request.onload = () => {
      const { status, responseText: text } = request
      resolve({ ok: status >= OK && status < NO_LONGER_OK, status, text })
    }
    request.onerror = () => reject(new TypeError('The connection was lost.'))
    request.onabort = () => reject(new DOMException('Cancelled.', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(init.body as FormData)
  })
}
