import pino from 'pino'
import { getRequestId } from '../http/request-context.ts'

export type Logger = pino.Logger

const SECRET_PATHS = [
  'password',
  'token',
  'authorization',
  'cookie',
  '*.password',
  '*.token',
  '*.authorization',
  '*.cookie',
]

/**
 * Fields that PostgreSQL adds to an error; they can contain the whole row: a member's data, a code,
 * a link.
 */
const ROW_PATHS = [
  'err.detail',
  'err.where',
  'err.internalQuery',
  'err.cause.detail',
  'err.cause.where',
]

const getRequestFields = () => {
  const request = getRequestId()
  return request ? { request } : {}
}

/**
 * Opens the log: JSON lines, by default on standard output, each with its time in UTC and its
 * request id. Secrets and rows are removed by name.
 */
export function openLog(level: string, to?: pino.DestinationStream): Logger {
  const redact = { paths: [...SECRET_PATHS, ...ROW_PATHS], censor: '[cut]' }
  const options = {
    level,
    mixin: getRequestFields,
    redact,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return to ? pino(options, to) : pino(options)
}
