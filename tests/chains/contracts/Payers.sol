// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Pays ether on, as exchanges do in batches: the payment is a call, no transaction and no log.
contract Splitter {
  function send(address payable to) external payable {
    pay(to, msg.value);
  }

  function sendHalves(address payable to) external payable {
    pay(to, msg.value / 2);
    pay(to, msg.value / 2);
  }

  /// The call that pays is reverted, the transaction is not.
  function sendReverted(address payable to) external payable {
    try this.payAndRevert{value: msg.value}(to) {} catch {}
  }

  function payAndRevert(address payable to) external payable {
    pay(to, msg.value);
    revert();
  }

  function pay(address payable to, uint256 amount) private {
    (bool done, ) = to.call{value: amount}('');
    require(done);
  }
}

/// A wallet that is a contract: it spends by calls of its own.
contract Wallet {
  receive() external payable {}

  function spend(address payable to, uint256 amount) external {
    (bool done, ) = to.call{value: amount}('');
    require(done);
  }
}
