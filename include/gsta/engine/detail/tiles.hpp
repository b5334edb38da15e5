#pragma once

#include <cstdint>
#include <vector>

#include "gsta/core/buffer.hpp"
#include "gsta/flat/flat_view.hpp"

namespace gsta {

/// Slots of a tile: eight arcs by four conditions are the 32 lanes of a warp.
inline constexpr int tile_slots = 8;

/// Facts about one slot of a tile, packed into one word. `following` counts the slots of the same vertex
/// behind it in its tile; a vertex of more than eight arcs goes on in the next tile, which no other shares.
struct slot_flags {
  std::uint32_t word = 0;  ///< flags in bits 0 to 9 and 24 to 30, counts in 10 to 15, edges in 16 to 23

  GSTA_HD bool occupied() const noexcept { return get(0); }    ///< else the slot is left over
  GSTA_HD bool head() const noexcept { return get(1); }        ///< first slot of its vertex in the tile
  GSTA_HD bool group_head() const noexcept { return get(2); }  ///< first slot of its sink pin
  GSTA_HD bool continues() const noexcept { return get(3); }   ///< the vertex goes on in the next tile
  GSTA_HD bool continued() const noexcept { return get(4); }   ///< it began in an earlier tile
  GSTA_HD bool asserted() const noexcept { return get(5); }    ///< forward: something is asserted there
  GSTA_HD bool ready() const noexcept { return get(6); }       ///< backward: the target is a leaf
  GSTA_HD bool has_checks() const noexcept { return get(7); }  ///< backward: of the vertex
  GSTA_HD bool captures() const noexcept { return get(8); }    ///< backward: of the vertex
  GSTA_HD bool grouped() const noexcept { return get(9); }     ///< a sink pin in this tile has two slots
  GSTA_HD bool has_wire() const noexcept { return get(24); }   ///< the record's wire is not none
  GSTA_HD bool has_cell() const noexcept { return get(25); }   ///< nor is its cell arc
  GSTA_HD bool has_sink() const noexcept { return get(26); }   ///< backward: nor is its sink
  GSTA_HD bool long_row() const noexcept { return get(27); }   ///< forward: more than 8 arcs, live or not
  GSTA_HD bool launches() const noexcept { return get(28); }   ///< lanes: a launch, whose clock is the source
  GSTA_HD bool staged() const noexcept { return get(29); }  ///< forward: cell arcs lead to the wire's driver
  GSTA_HD bool again() const noexcept { return get(30); }   ///< forward: for more of the vertex's sinks
  GSTA_HD int following() const noexcept { return bits(10); }  ///< slots of the vertex behind it, 0 to 7
  GSTA_HD int group_following() const noexcept { return bits(13); }  ///< slots of the sink pin behind it
  /// Of the cell arc, or of the wire where there is no cell arc.
  GSTA_HD edge_map edges() const noexcept { return {static_cast<std::uint8_t>(word >> 16)}; }

  /// Sets one of the flags named below.
  GSTA_HD void set(int bit) noexcept { word |= 1u << bit; }
  /// Replaces `edges()`.
  GSTA_HD void set_edges(edge_map edges) noexcept {
    word = (word & ~(0xffu << 16)) | static_cast<std::uint32_t>(edges.code) << 16;
  }
  GSTA_HD void one_more_following() noexcept { word += 1u << 10; }  ///< counts one up; 7 at most
  /// Of a new word, which counts none: what follows, of the vertex or of the sink pin; 7 at most.
  GSTA_HD void set_following(int slots) noexcept { word |= static_cast<std::uint32_t>(slots) << 10; }
  GSTA_HD void set_group_following(int slots) noexcept { word |= static_cast<std::uint32_t>(slots) << 13; }

  static constexpr int occupied_bit = 0;    ///< of `occupied`
  static constexpr int head_bit = 1;        ///< of `head`
  static constexpr int group_head_bit = 2;  ///< of `group_head`
  static constexpr int continues_bit = 3;   ///< of `continues`
  static constexpr int continued_bit = 4;   ///< of `continued`
  static constexpr int asserted_bit = 5;    ///< of `asserted`
  static constexpr int ready_bit = 6;       ///< of `ready`
  static constexpr int checks_bit = 7;      ///< of `has_checks`
  static constexpr int captures_bit = 8;    ///< of `captures`
  static constexpr int grouped_bit = 9;     ///< of `grouped`
  static constexpr int wire_bit = 24;       ///< of `has_wire`
  static constexpr int cell_bit = 25;       ///< of `has_cell`
  static constexpr int sink_bit = 26;       ///< of `has_sink`
  static constexpr int long_row_bit = 27;   ///< of `long_row`
  static constexpr int launches_bit = 28;   ///< of `launches`
  static constexpr int staged_bit = 29;     ///< of `staged`
  static constexpr int again_bit = 30;      ///< of `again`

 private:
  GSTA_HD bool get(int bit) const noexcept { return (word >> bit) & 1u; }
  GSTA_HD int bits(int first) const noexcept { return static_cast<int>((word >> first) & 7u); }
};

/// Arcs in tiles, level after level. A tile never holds two levels, and no vertex shares a tile with one that
/// it waits for.
template <class Record, memory_space S>
struct packed_tiles {
  buffer<Record, S> records;       ///< [8 * tiles]; slots that are left over are not occupied
  std::vector<id> level_begin{0};  ///< [levels + 1] tiles, on the host

  /// Number of tiles.
  std::size_t count() const noexcept { return records.size() / tile_slots; }
};

}  // namespace gsta
