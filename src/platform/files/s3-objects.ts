import { FileDamaged, FileMissing, FileStorageUnavailable } from './files.ts'
import { isObjectMissing, type ListedObject, parseList, toStorageError } from './s3-answers.ts'
import type { S3Options } from './s3-options.ts'
import { hashContent, type S3Answer, sendS3Request } from './s3-requests.ts'

/** The maximum size of one file: it is in memory as a whole. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024

const MAX_LIST_BYTES = 4 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

/** The header that states the SHA-256 of an object's content. */
const CHECKSUM_HEADER = 'x-amz-meta-sha256'

/** Stores an object and returns the headers of the answer. */
export async function putObject(
  options: S3Options,
  key: string,
  content: Uint8Array,
): Promise<Headers> {
  if (content.length > MAX_FILE_BYTES)
    throw new RangeError(`A file of ${content.length} bytes is larger than ${MAX_FILE_BYTES}.`)

  const answer = await sendS3Request(options, {
    method: 'PUT',
    key,
    content,
    headers: {
      'content-type': 'application/octet-stream',
      [CHECKSUM_HEADER]: hashContent(content),
      ...(options.encryption && { 'x-amz-server-side-encryption': options.encryption }),
    },
    maxBytes: MAX_ERROR_BYTES,
  })
  if (answer.status !== 200) throw toStorageError(options, answer)

  return answer.headers
}

/** Returns the content of an object, named `shownKey` in errors. */
export async function readObject(
  options: S3Options,
  key: string,
  shownKey: string,
): Promise<Uint8Array> {
  const answer = await sendS3Request(options, { method: 'GET', key, maxBytes: MAX_FILE_BYTES })

  if (isObjectMissing(answer)) throw new FileMissing(shownKey)
  if (answer.status !== 200) throw toStorageError(options, answer)
  assertUnchanged(shownKey, answer)

  return answer.content
}

function assertUnchanged(key: string, { headers, content }: S3Answer) {
  const expected = headers.get(CHECKSUM_HEADER)
  if (!expected) throw new FileDamaged(key, 'it states no checksum, so Candor did not store it')

  const found = hashContent(content)
  if (found !== expected)
    throw new FileDamaged(key, `its SHA-256 is ${found} instead of ${expected}`)
}

/** Deletes an object, if there is one. */
export async function deleteObject(options: S3Options, key: string): Promise<void> {
  const answer = await sendS3Request(options, { method: 'DELETE', key, maxBytes: MAX_ERROR_BYTES })
  if (answer.status !== 204 && answer.status !== 200 && !isObjectMissing(answer))
    throw toStorageError(options, answer)
}

/** Lists every object whose key begins with the prefix, page by page. */
export async function* listObjects(
  options: S3Options,
  prefix: string,
): AsyncGenerator<ListedObject> {
  let marker = ''

  for (;;) {
    const answer = await sendS3Request(options, {
      method: 'GET',
      query: { prefix, ...(marker && { marker }) },
      maxBytes: MAX_LIST_BYTES,
    })
    if (answer.status !== 200) throw toStorageError(options, answer)

    const { objects, isTruncated } = parseList(answer)
    yield* objects
    if (!isTruncated) return

    const last = objects.at(-1)?.key ?? ''
    if (last <= marker) throw new FileStorageUnavailable('its list does not end')
    marker = last
  }
}
