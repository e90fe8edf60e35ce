import { isUnprotectedUrl } from '../http/outgoing-links.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the settings that would expose the data of a live installation: no command runs with
 * them, not even before it opens to members.
 */
export function listExposureProblems(
  { MODE, OTEL_EXPORTER_OTLP_ENDPOINT: collector, LOG_WITNESSES }: Settings,
  environment: NodeJS.ProcessEnv,
): string[] {
  if (MODE === 'sandbox') return []

  return [
    ...(collector && isUnprotectedUrl(collector)
      ? ['OTEL_EXPORTER_OTLP_ENDPOINT: live needs https to a collector on another machine']
      : []),
    ...LOG_WITNESSES.filter(({ url }) => isUnprotectedUrl(url)).map(
      ({ url }) => `LOG_WITNESSES: live needs https to ${url}`,
    ),
    ...(environment.NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? ['NODE_TLS_REJECT_UNAUTHORIZED: live checks every certificate; leave it unset']
      : []),
  ]
}
