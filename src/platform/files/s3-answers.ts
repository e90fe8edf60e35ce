import { FileStorageUnavailable } from './files.ts'
import type { S3Options } from './s3-options.ts'
import type { S3Answer } from './s3-requests.ts'

/** The advice for the error codes that a wrong configuration leads to. */
const ADVICE: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not accepted',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY or S3_REGION is wrong',
  AuthorizationHeaderMalformed: 'S3_REGION is wrong',
  PermanentRedirect: 'S3_ENDPOINT or S3_REGION is of another region',
  AccessDenied: 'the key may not do this',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}

const readText = ({ content }: S3Answer) => new TextDecoder().decode(content)
const unescapeText = (text: string) =>
  text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity)

/** Returns the code of an error, such as `NoSuchKey`. */
export const parseErrorCode = (answer: S3Answer): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(readText(answer))?.[1]

/**
 * Returns whether an answer states that the object does not exist. A 404 without that code may come
 * from anything between here and the storage.
 */
export const isObjectMissing = (answer: S3Answer): boolean =>
  answer.status === 404 && parseErrorCode(answer) === 'NoSuchKey'

/** Returns the error of an answer with a status that was not expected. */
export function toStorageError(options: S3Options, answer: S3Answer): FileStorageUnavailable {
  const code = parseErrorCode(answer)
  const advice = code ? ADVICE[code] : undefined

  return new FileStorageUnavailable(
    `the bucket ${options.bucket} answered ${answer.status}` +
      `${code ? ` ${code}` : ''}${advice ? `, ${advice}` : ''}`,
  )
}

export type ListedObject = { key: string; bytes: number; changedAt: Date }

/** Returns the objects of one page of a list, and whether there are more. */
export function parseList(answer: S3Answer): { objects: ListedObject[]; isTruncated: boolean } {
  const text = readText(answer)
  const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: unescapeText(/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ''),
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1]),
    changedAt: new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? Number.NaN),
  }))

  return { objects, isTruncated: /<IsTruncated>\s*true\s*<\/IsTruncated>/.test(text) }
}
