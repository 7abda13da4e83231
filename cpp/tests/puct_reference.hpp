// Network search written to be plainly right: one thread, one leaf at a time, a heap of nodes, loops over children.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "network/chances.hpp"
#include "search/network_evaluator.hpp"
#include "search/proof.hpp"

namespace beeline {

template <class G>
class PuctReference {
 public:
  struct Node;
  struct Child {
    Move move;
    float prior, first_value;
    int visits = 0, wins = 0;  // wins in units
    double total = 0;          // of the values before they are rounded to units
    Proof proof = Proof::Unknown;
    std::unique_ptr<Node> below;

    double mean() const { return static_cast<double>(wins) / kUnits / visits; }
  };
  struct Node {
    std::vector<Child> children;
  };
  static constexpr int kUnits = 512;

  PuctReference(std::shared_ptr<Network> network, float exploration, float first_play)
      : batch_(std::move(network), 0), exploration_(exploration), first_play_(first_play) {}

  // Up to `simulations` of them, fewer if the root is proven.
  const Node& run(G game, int simulations) {
    game.restart();
    float value;
    root_ = expanded(game, value);
    for (int i = 0; i < simulations && proven(*root_) == Proof::Unknown; ++i) simulate(game, i + 1);
    return *root_;
  }

 private:
  std::unique_ptr<Node> expanded(const G& game, float& value) {
    NetworkRow row;
    view(game, row.viewed);
    batch_.add(row);
    batch_.compute();
    const Prediction& prediction = row.prediction;
    value = prediction.value;
    auto node = std::make_unique<Node>();
    std::vector<float> priors;
    for (int move = 0; move < game.move_count(); ++move) {
      if (!game.legal(static_cast<Move>(move))) continue;
      const auto seen = static_cast<std::size_t>(row.viewed.seen(move));
      priors.push_back(prediction.policy[seen]);
      node->children.push_back({.move = static_cast<Move>(move), .prior = 0, .first_value = 0});
      node->children.back().first_value = prediction.action_values.empty()
                                              ? std::max(prediction.value - first_play_, 0.0f)
                                              : prediction.action_values[seen];
    }
    softmax(priors);
    for (std::size_t i = 0; i < priors.size(); ++i) node->children[i].prior = priors[i];
    return node;
  }

  Child& select(Node& node, int parent_visits) const {
    const auto priority = [&](const Child& child) {
      if (child.proof == Proof::Loss) return -1e9f;
      const float value = child.visits == 0
                              ? child.first_value
                              : 1.0f / kUnits * static_cast<float>(child.wins) / static_cast<float>(child.visits);
      const float explore = child.prior / (1 + static_cast<float>(child.visits));
      return value + exploration_ * (std::sqrt(static_cast<float>(parent_visits)) * explore);
    };
    return *std::ranges::max_element(node.children, {}, priority);
  }

  static Proof proven(const Node& node) {
    bool open = false, draw = false;
    for (const Child& child : node.children) {
      if (child.proof == Proof::Win) return Proof::Win;
      open |= child.proof == Proof::Unknown;
      draw |= child.proof == Proof::Draw;
    }
    return open ? Proof::Unknown : draw ? Proof::Draw : Proof::Loss;
  }

  void simulate(G& game, int parent_visits) {
    game.restart();
    std::vector<Child*> path;
    std::vector<Node*> nodes;
    std::vector<Colour> movers;
    double value = 0.5;  // for Black, and in units
    int units = 0;
    for (Node* node = root_.get();;) {
      Child& child = select(*node, parent_visits);
      nodes.push_back(node);
      path.push_back(&child);
      movers.push_back(game.to_move());
      parent_visits = ++child.visits;
      game.play(child.move);
      if (child.proof != Proof::Unknown) {
        value = for_black(outcome_of(child.proof, movers.back()));
        units = static_cast<int>(value * kUnits);
        break;
      }
      if (const Outcome outcome = game.winner(); outcome != Outcome::Undecided) {
        child.proof = proof_of(outcome, movers.back());
        value = for_black(outcome);
        units = static_cast<int>(value * kUnits);
        break;
      }
      if (!child.below) {
        float own;
        child.below = expanded(game, own);
        const auto own_units = static_cast<int>(std::lround(own * kUnits));
        value = game.to_move() == Colour::Black ? own : 1.0 - own;
        units = game.to_move() == Colour::Black ? own_units : kUnits - own_units;
        break;
      }
      node = child.below.get();
    }
    credit(path, movers, value, units);
    for (std::size_t i = path.size() - 1; i > 0; --i) {
      const Proof proof = reversed(proven(*nodes[i]));
      if (proof != Proof::Unknown) path[i - 1]->proof = proof;
    }
  }

  static double for_black(Outcome outcome) {
    return outcome == Outcome::Draw ? 0.5 : outcome == Outcome::Black ? 1.0 : 0.0;
  }

  static void credit(const std::vector<Child*>& path, const std::vector<Colour>& movers, double value, int units) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool black = movers[i] == Colour::Black;
      path[i]->wins += black ? units : kUnits - units;
      path[i]->total += black ? value : 1.0 - value;
    }
  }

  NetworkBatch batch_;
  float exploration_, first_play_;
  std::unique_ptr<Node> root_;
};

}  // namespace beeline
