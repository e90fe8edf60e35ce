/**
 * Returns SQL that stores a signature that only looks like one, as a server can that was taken over:
 * by a key of software that it registers for the admin, over the right statement.
 */
export const forgeSignature = (proposal: string, admin: string, at: string) => `
  perform approvals.ensure_software_key('apk_0000000000000forged1', '${admin}', 'forged',
    decode(repeat('00', 32), 'hex'), 'localhost', 'http://localhost', '${at}');
  perform approvals.sign('${proposal}', s.statement, 'apk_0000000000000forged1',
    sha256('localhost') || decode('0500000000', 'hex'),
    convert_to(json_build_object('type', 'webauthn.get', 'origin', 'http://localhost', 'challenge',
      rtrim(translate(encode(sha256(convert_to(s.statement, 'UTF8')), 'base64'), '+/', '-_'), '=')
    )::text, 'UTF8'), decode(repeat('00', 64), 'hex'), '${at}')
  from approvals.get_statement('${proposal}', '${admin}') s(statement);`
