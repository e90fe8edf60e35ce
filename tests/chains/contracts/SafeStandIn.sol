// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// In place of a Safe with MultiSend: one transaction of its owner pays each line by a call, all or none.
contract SafeStandIn {
  address private immutable owner = msg.sender;

  receive() external payable {}

  function execute(address[] calldata to, uint256[] calldata value, bytes[] calldata data) external {
    require(msg.sender == owner);
    for (uint256 line = 0; line < to.length; line++) {
      (bool done, ) = to[line].call{value: value[line]}(data[line]);
      require(done);
    }
  }
}
